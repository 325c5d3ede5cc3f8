import { can } from "@keyhold/access";
import { expect, test } from "vitest";
import { permissionsGivenBy, roles } from "./access.ts";

test("a role includes its permissions, and several roles combine", () => {
  expect(can(roles, "lead", { project: ["create", "update"] })).toBe(true);
  expect(can(roles, "lead", { project: ["update", "delete"] })).toBe(false);
  expect(can(roles, "lead,accountant", { project: ["update"], invoice: ["pay"] })).toBe(true);
});

test("an unknown role and an empty request are permitted no action", () => {
  expect(can(roles, "constructor", { project: ["create"] })).toBe(false);
  expect(can(roles, null, { project: ["create"] })).toBe(false);
  expect(can(roles, "owner", {})).toBe(false);
});

test("a user gives no permission that the own role does not have", () => {
  expect(permissionsGivenBy("accountant", { invoice: ["read"] })).toEqual({ invoice: ["read"] });
  expect(permissionsGivenBy("accountant", { invoice: ["read"], project: ["delete"] })).toBe(null);
  expect(permissionsGivenBy("owner", { project: ["launch"] })).toBe(null);
});
