import { describe, expect, test } from "vitest";
import { livesOf, permissionField, permissionsIn, stateOf } from "./state.js";

const day = 86_400_000;
const now = Date.UTC(2026, 4, 4, 12);
const at = (days: number): Date => new Date(now + days * day);

describe("the state of a key", () => {
  test.each([
    ["active", { enabled: true, createdAt: at(-80), expiresAt: null }],
    ["active", { enabled: true, createdAt: at(-10), expiresAt: at(80) }],
    ["active", { enabled: true, createdAt: at(0), expiresAt: at(7) }],
    ["active", { enabled: true, createdAt: at(-75), expiresAt: at(15) }],
    ["soon", { enabled: true, createdAt: at(-76), expiresAt: at(14) }],
    ["soon", { enabled: true, createdAt: at(-6), expiresAt: at(1) }],
    ["expired", { enabled: true, createdAt: at(-90), expiresAt: at(0) }],
    ["expired", { enabled: false, createdAt: at(-90), expiresAt: at(-1) }],
    ["disabled", { enabled: false, createdAt: at(-89), expiresAt: at(1) }],
    ["disabled", { enabled: false, createdAt: at(-89), expiresAt: null }],
  ] as const)("is %s: %j", (state, key) => {
    expect(stateOf(key, now)).toBe(state);
  });
});

describe("the lives that a form offers", () => {
  const days = (count: number): number => count * 86_400;
  const offer = {
    expiresInSeconds: days(90),
    minExpiresInSeconds: days(1),
    maxExpiresInSeconds: days(365),
    allowEternal: false,
  };

  test("are those that the server allows, with the default of the server", () => {
    expect(livesOf(offer)).toEqual([days(7), days(30), days(90), days(365)]);
    expect(livesOf({ ...offer, expiresInSeconds: days(45), maxExpiresInSeconds: days(60) })).toEqual([
      days(7),
      days(30),
      days(45),
    ]);
  });

  test("have no end only if the server allows that", () => {
    expect(livesOf({ ...offer, allowEternal: true }).at(-1)).toBe(null);
  });
});

test("the permissions of a form are those of its checked boxes, also of a resource with a name of JavaScript", () => {
  const values = {
    name: "may:files:read",
    [permissionField("files", "read")]: "on",
    [permissionField("files", "write")]: "on",
    [permissionField("__proto__", "read")]: "on",
    [permissionField("orders", "read")]: undefined,
  };
  const found = permissionsIn(values);
  expect(Object.entries(found)).toEqual([
    ["files", ["read", "write"]],
    ["__proto__", ["read"]],
  ]);
});

test("the name of a permission's checkbox has no blank, which would end an id in a list of ids", () => {
  const field = permissionField("my files: old", "read all");
  expect(field).not.toMatch(/\s/);
  expect(permissionsIn({ [field]: "on" })).toEqual({ "my files: old": ["read all"] });
});
