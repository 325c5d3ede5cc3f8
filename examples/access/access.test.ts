import { can } from "@keyhold/access";
import { expect, test } from "vitest";
import { permissionsGivenBy, roles } from "./access.ts";

test("a role may do what it lists, and several add up", () => {
  expect(can(roles, "lead", { project: ["create", "update"] })).toBe(true);
  expect(can(roles, "lead", { project: ["update", "delete"] })).toBe(false);
  expect(can(roles, "lead,accountant", { project: ["update"], invoice: ["pay"] })).toBe(true);
});

test("nobody may do anything by a role that is not there, or by asking for nothing", () => {
  expect(can(roles, "constructor", { project: ["create"] })).toBe(false);
  expect(can(roles, null, { project: ["create"] })).toBe(false);
  expect(can(roles, "owner", {})).toBe(false);
});

test("nobody gives more than they have", () => {
  expect(permissionsGivenBy("accountant", { invoice: ["read"] })).toEqual({ invoice: ["read"] });
  expect(permissionsGivenBy("accountant", { invoice: ["read"], project: ["delete"] })).toBe(null);
  expect(permissionsGivenBy("owner", { project: ["launch"] })).toBe(null);
});
