import { describe, expect, test } from "vitest";
import { arabic } from "./ar.js";
import { german } from "./de.js";
import { common } from "./en/common.js";
import { errors } from "./en/errors.js";
import { spanish } from "./es.js";
import { french } from "./fr.js";
import { japanese } from "./ja.js";
import { portuguese } from "./pt.js";
import { chinese } from "./zh.js";

test.each([
  [0, "1 second", "1 sec"],
  [1, "1 second", "1 sec"],
  [89, "89 seconds", "89 sec"],
  [90, "2 minutes", "2 min"],
  [3600, "60 minutes", "60 min"],
  [5399, "90 minutes", "90 min"],
  [5400, "2 hours", "2 hr"],
  [86_400, "24 hours", "24 hr"],
])("a wait of %i seconds is %s, and %s on a button", (seconds, long, short) => {
  expect(errors.wait(seconds)).toBe(`Too many tries. Wait ${long}, then try again.`);
  expect(common.wait(seconds)).toBe(`Wait ${short}`);
});

describe("a long wait has hours in each language", () => {
  test.each([
    [german, "24 Stunden", "Noch 24 Std."],
    [spanish, "24 horas", "Espera 24 h"],
    [french, "24 heures", "Attendez 24 h"],
    [portuguese, "24 horas", "Aguarde 24 h"],
    [arabic, "24 ساعة", "انتظر 24 س"],
    [japanese, "24 時間", "あと 24 時間"],
    [chinese, "24小时", "请等待 24小时"],
  ])("$locale", (texts, long, short) => {
    expect(texts.errors.wait(86_400).replace(/\s/g, " ")).toContain(long);
    expect(texts.common.wait(86_400).replace(/\s/g, " ")).toBe(short);
  });
});
