import { organizationRoles } from "@keyhold/organization/client";
import { expect, test } from "vitest";
import { defaultOrganizationRoles, rightsOf } from "./rights.js";

test("the default roles are those of the plugin", () => {
  expect(defaultOrganizationRoles).toEqual(organizationRoles);
});

test("a member gives no role with more permissions than the own one, and only owners give that of owners", () => {
  expect(rightsOf(defaultOrganizationRoles, "owner").assignable).toEqual(["owner", "admin", "member"]);
  expect(rightsOf(defaultOrganizationRoles, "admin").assignable).toEqual(["admin", "member"]);
  expect(rightsOf(defaultOrganizationRoles, "member,unknown").assignable).toEqual(["member"]);
  const powerful = { owner: {}, helper: { member: ["update"] } };
  expect(rightsOf(powerful, "helper").outranks("owner")).toBe(false);
});
