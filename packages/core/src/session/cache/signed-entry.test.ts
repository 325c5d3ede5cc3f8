import { describe, expect, it } from "vitest";
import type { Session } from "../../contract/context.js";
import { bool, type ColumnMap, date, integer, json, text } from "../../model/column.js";
import { coreModels } from "../../model/models.js";
import { mergeSchema, type Schema } from "../../model/schema.js";
import { keysFor } from "../../secret/keys.js";
import { sign } from "../../secret/signature.js";
import { createEntrySigner } from "./signed-entry.js";

const secret = "only for this test: 4f9b7c21d8e3a650";
const older = "an older one of this: 0a1b2c3d4e5f6789";
const keys = keysFor("secondary storage", [secret]);
const now = new Date("2026-01-05T12:00:00.000Z");
const until = now.getTime() + 60_000;

const schemaWith = (userColumns: ColumnMap): Schema =>
  mergeSchema([
    { from: "core", models: coreModels, extends: {} },
    { from: "plugin", models: [], extends: { user: { columns: userColumns } } },
  ]).schema;

const pluginColumns = {
  nickname: text().optional(),
  isNice: bool().optional(),
  age: integer().optional(),
  bornAt: date().optional(),
  tags: json<readonly string[]>().optional(),
  pin: text().optional().secret(),
};

const user = {
  id: "u".repeat(32),
  name: "Ädä 👩‍👩‍👧",
  email: "ada@example.com",
  emailVerified: true,
  image: null,
  createdAt: now,
  updatedAt: now,
  nickname: "",
  isNice: false,
  age: 0,
  bornAt: new Date("1815-12-10T00:00:00.000Z"),
  tags: ["a", "b.c"],
};

/** A row as the database returns it, with the columns of plugins. */
const session: Session = {
  id: "s".repeat(32),
  expiresAt: new Date("2026-01-12T12:00:00.123Z"),
  token: "h".repeat(43),
  createdAt: now,
  updatedAt: now,
  ipAddress: null,
  userAgent: 'A "browser"; = , with. everything\n',
  userId: "u".repeat(32),
  user,
};

const { encrypt, open } = createEntrySigner(schemaWith(pluginColumns), keys, 60);

describe("a copy of a session", () => {
  it("is equal to the original, with dates and columns of plugins", () => {
    expect(open("name", encrypt("name", session, until), now)).toEqual(session);
  });

  it("contains no secret column", () => {
    const withPin = { ...session, user: { ...user, ...{ pin: "hunter2" } } };
    const encrypted = encrypt("name", withPin, until);
    expect(encrypted).not.toContain("hunter2");
    expect(open("name", encrypted, now)).toEqual(session);
  });

  it("contains only columns", () => {
    expect(encrypt("name", { ...session, ...{ password: "hunter2" } }, until)).not.toContain("hunter2");
  });

  it("expires at its end, not a millisecond later", () => {
    const encrypted = encrypt("name", session, until);
    expect(open("name", encrypted, new Date(until - 1))).not.toBe(null);
    expect(open("name", encrypted, new Date(until))).toBe(null);
  });

  it("is invalid with a longer lifetime than entries have, as after a clock was set back", () => {
    const encrypted = encrypt("name", session, until);
    expect(open("name", encrypted, new Date(now.getTime() - 1))).toBe(null);
    expect(open("name", encrypt("name", session, Number.POSITIVE_INFINITY), now)).toBe(null);
  });

  it("has expired if its end is not a number", () => {
    expect(open("name", encrypt("name", session, Number.NaN), now)).toBe(null);
  });

  it("is valid under its own name only", () => {
    expect(open("other", encrypt("name", session, until), now)).toBe(null);
  });

  it("is valid with every secret of the list, and no other", () => {
    const encryptedBefore = createEntrySigner(
      schemaWith(pluginColumns),
      keysFor("secondary storage", [older]),
      60,
    ).encrypt("name", session, until);
    const rotated = createEntrySigner(schemaWith(pluginColumns), keysFor("secondary storage", [secret, older]), 60);
    expect(rotated.open("name", encryptedBefore, now)).toEqual(session);
    expect(open("name", encryptedBefore, now)).toBe(null);
  });

  it("is not a value that the same secret signed for another purpose", () => {
    const cookieKeys = keysFor("cookie", [secret]);
    const text = encrypt("name", session, until).slice(0, -45);
    expect(open("name", sign(keys, "name", text), now)).toEqual(session);
    expect(open("name", sign(cookieKeys, "name", text), now)).toBe(null);
  });

  it("is invalid if any of its characters is changed", () => {
    const encrypted = encrypt("name", session, until);
    for (let at = 0; at < encrypted.length; at += 1) {
      const other = encrypted[at] === "A" ? "B" : "A";
      expect(open("name", `${encrypted.slice(0, at)}${other}${encrypted.slice(at + 1)}`, now), `at ${at}`).toBe(null);
    }
  });

  it.each([
    [""],
    ["invalidated"],
    ["null"],
    ["{}"],
    [JSON.stringify({ until, session })],
    ["."],
    [`x.${"A".repeat(44)}`],
  ])("is invalid if it is %j", (text) => {
    expect(open("name", text, now)).toBe(null);
  });

  it("is invalid if a column is missing that a plugin has added since", () => {
    const encrypted = createEntrySigner(schemaWith({}), keys, 60).encrypt("name", session, until);
    expect(open("name", encrypted, now)).toBe(null);
  });

  it("omits a column that was removed, or has become secret", () => {
    const encrypted = encrypt("name", session, until);
    const { nickname: _, ...fewer } = pluginColumns;
    const opened = createEntrySigner(schemaWith({ ...fewer, age: integer().optional().secret() }), keys, 60).open(
      "name",
      encrypted,
      now,
    );
    const { nickname: _nickname, age: _age, ...left } = user;
    expect(opened).toEqual({ ...session, user: left });
  });
});
