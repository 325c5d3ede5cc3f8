import { expect, test } from "vitest";
import { arabic } from "./ar.js";
import { german } from "./de.js";
import { matchLanguage } from "./match-language.js";

const languages = [german, arabic];

test.each([
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["fr, ar;q=0.5, de;q=0.7", "de"],
  ["en-GB, de;q=0.9", undefined],
  ["de;q=0, ar", "ar"],
  ["fr", undefined],
  ["", undefined],
  [null, undefined],
  [["fr", "ar-EG"], "ar"],
  [["DE"], "de"],
])("of %j the language is %s", (preferred, locale) => {
  expect(matchLanguage(preferred, languages)?.locale).toBe(locale);
});
