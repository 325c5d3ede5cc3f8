import { organizationRoles } from "@keyhold/organization/client";
import { expect, test } from "vitest";
import { defaultOrganizationRoles, rightsOf } from "./rights.js";

const usual = { roles: defaultOrganizationRoles, ownerRole: "owner" };

test("the default roles are those of the plugin", () => {
  expect(defaultOrganizationRoles).toEqual(organizationRoles);
});

test("a member gives no role with more permissions than the own one, and only owners give that of owners", () => {
  expect(rightsOf(usual, "owner").assignable).toEqual(["owner", "admin", "member"]);
  expect(rightsOf(usual, "admin").assignable).toEqual(["admin", "member"]);
  expect(rightsOf(usual, "member,unknown").assignable).toEqual(["member"]);
  const powerful = { owner: {}, helper: { member: ["update"] } };
  expect(rightsOf({ roles: powerful, ownerRole: "owner" }, "helper").outranks("owner")).toBe(false);
});

test("the owner's role is that of the server, whatever its name", () => {
  const rules = { roles: { founder: {}, owner: { member: ["update"] }, guest: {} }, ownerRole: "founder" };
  expect(rightsOf(rules, "founder")).toMatchObject({ isOwner: true, assignable: ["founder", "owner", "guest"] });
  expect(rightsOf(rules, "owner")).toMatchObject({ isOwner: false, assignable: ["owner", "guest"], lowest: "guest" });
});

test("a former owner keeps other roles, and gets without any the role of admins or the one with the most permissions", () => {
  expect(rightsOf(usual, "owner").roleAfterTransfer).toBe("admin");
  expect(rightsOf(usual, "owner,member").roleAfterTransfer).toBeNull();
  const shop = { roles: { founder: {}, clerk: {}, manager: { member: ["update"] } }, ownerRole: "founder" };
  expect(rightsOf(shop, "founder").roleAfterTransfer).toBe("manager");
});
