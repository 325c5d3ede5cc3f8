import { defineRoles } from "@keyhold/access";
import { defineErrors } from "@keyhold/core";
import { organizationRoles, organizationStatements } from "@keyhold/organization";
import { describe, expect, test } from "vitest";
import { type Options, openCompany } from "./fixture.ts";
import { all, colleague, errorOf, memberIdOf, memberOf, storedRolesOf } from "./memberships.ts";

const errors = defineErrors({ STAYS_OWNER: { status: 409, message: "stays owner" } });

const notAllowed = { status: 403, code: "YOU_ARE_NOT_ALLOWED_TO_TRANSFER_THIS_ORGANIZATION" };
const notFound = { status: 400, code: "MEMBER_NOT_FOUND" };
const billing = defineRoles(organizationStatements, { ...organizationRoles, billing: {} });

describe("POST /organization/transfer-ownership", () => {
  test("makes another member an owner in place of the caller, who becomes an admin, and emits the event", async () => {
    const company = await openCompany();
    const { fixture, owner, member, organizationId } = company;
    const memberId = await memberIdOf(company, member);
    const { data } = await owner.client.organization.transferOwnership({ memberId });
    expect(data).toEqual({ from: await memberOf(company, owner), to: await memberOf(company, member) });
    expect(await storedRolesOf(company, owner, member)).toEqual(["admin", "owner"]);
    expect(fixture.events.slice(-3)).toMatchObject([
      { type: "member.role-changed", member: { id: memberId, role: "owner" }, before: "member" },
      { type: "member.role-changed", member: { userId: owner.user.id, role: "admin" }, before: "owner" },
      {
        type: "organization.transferred",
        organization: { id: organizationId },
        from: { userId: owner.user.id },
        to: { id: memberId },
        actorId: owner.user.id,
      },
    ]);
    expect(errorOf(await owner.client.organization.transferOwnership({ memberId }))).toEqual(notAllowed);
  });

  test("the caller keeps their other roles, or gets the requested ones", async () => {
    const company = await openCompany({ roles: billing });
    const { owner, member, admin, organizationId } = company;
    const both = await colleague(company, "both", "billing,owner,member");
    const memberId = await memberIdOf(company, member);
    const { transferOwnership } = both.client.organization;
    expect((await transferOwnership({ memberId, organizationId })).data).toMatchObject({
      from: { role: "billing,member" },
      to: { role: "owner" },
    });
    const toAdmin = { memberId: await memberIdOf(company, admin), keepRole: ["member", "billing"] };
    expect((await owner.client.organization.transferOwnership(toAdmin)).data?.from.role).toBe("member,billing");
  });

  test("an existing owner keeps their roles", async () => {
    const company = await openCompany();
    const { owner, organizationId } = company;
    const second = await colleague(company, "second", "admin,owner");
    const memberId = await memberIdOf(company, second);
    const { error } = await owner.client.organization.transferOwnership({ memberId, organizationId });
    expect(error).toBe(null);
    expect(await storedRolesOf(company, owner, second)).toEqual(["admin", "admin,owner"]);
  });

  test("is for owners only, and to members only", async () => {
    const company = await openCompany();
    const { fixture, owner, admin, member, outsider, organizationId, foreignId } = company;
    const before = await all(company);
    const memberId = await memberIdOf(company, member);
    const foreign = await memberIdOf({ fixture, organizationId: foreignId }, outsider);
    for (const { client } of [admin, member])
      for (const id of [memberId, foreign, "nothing"])
        expect(errorOf(await client.organization.transferOwnership({ memberId: id, organizationId }))).toEqual(
          notAllowed,
        );
    for (const id of [foreign, outsider.user.id, outsider.user.email, member.user.id, "nothing"])
      expect(errorOf(await owner.client.organization.transferOwnership({ memberId: id }))).toEqual(notFound);
    for (const named of [organizationId, "nothing"])
      expect(
        errorOf(await outsider.client.organization.transferOwnership({ memberId, organizationId: named })),
      ).toEqual(notFound);
    expect(await all(company)).toEqual(before);
  });

  test.each<[what: string, input: { readonly memberId?: string; readonly keepRole?: string | string[] }, code: string]>(
    [
      ["to oneself", {}, "VALIDATION_ERROR"],
      ["while keeping it", { keepRole: "owner" }, "VALIDATION_ERROR"],
      ["while keeping it beside another role", { keepRole: ["admin", " owner"] }, "VALIDATION_ERROR"],
      ["for an unknown role", { keepRole: "admin,nope" }, "ROLE_NOT_FOUND"],
      ["for no role", { keepRole: [] }, "ROLE_NOT_FOUND"],
    ],
  )("fails %s", async (what, input, code) => {
    const company = await openCompany();
    const { owner, member } = company;
    const memberId = await memberIdOf(company, what === "to oneself" ? owner : member);
    expect(errorOf(await owner.client.organization.transferOwnership({ memberId, ...input }))).toEqual({
      status: 400,
      code,
    });
    expect(await storedRolesOf(company, owner, member)).toEqual(["owner", "member"]);
  });

  test("requires a role if the app has no admin", async () => {
    const roles = defineRoles(organizationStatements, { owner: organizationRoles.owner, member: {} });
    const company = await openCompany({ roles } satisfies Options);
    const { owner, member } = company;
    const memberId = await memberIdOf(company, member);
    const { transferOwnership } = owner.client.organization;
    expect(errorOf(await transferOwnership({ memberId }))).toEqual({ status: 400, code: "ROLE_NOT_FOUND" });
    expect((await transferOwnership({ memberId, keepRole: "member" })).data?.from.role).toBe("member");
  });

  test("requires a fresh session", async () => {
    const company = await openCompany();
    const { fixture, owner, member, organizationId } = company;
    const memberId = await memberIdOf(company, member);
    expect(errorOf(await fixture.client.organization.transferOwnership({ memberId, organizationId }))).toEqual({
      status: 401,
      code: "UNAUTHORIZED",
    });
    fixture.clock.forward({ days: 2 });
    expect(errorOf(await owner.client.organization.transferOwnership({ memberId }))).toEqual({
      status: 403,
      code: "SESSION_IS_NOT_FRESH",
    });
    expect(await storedRolesOf(company, owner, member)).toEqual(["owner", "member"]);
  });

  test("fails without an organization in the call and without an active one", async () => {
    const { member } = await openCompany();
    expect(errorOf(await member.client.organization.transferOwnership({ memberId: "any" }))).toEqual({
      status: 400,
      code: "NO_ACTIVE_ORGANIZATION",
    });
  });

  test("changes both members or neither: a failing hook rolls back both", async () => {
    const company = await openCompany(
      {},
      {
        errors,
        hooks: {
          "member.update-role": (change, ctx, { member }) =>
            member.role === "owner" ? ctx.fail(errors.STAYS_OWNER) : change,
        },
      },
    );
    const { fixture, owner, member } = company;
    const told = fixture.events.length;
    const memberId = await memberIdOf(company, member);
    const refused = errorOf(await owner.client.organization.transferOwnership({ memberId }));
    expect(refused).toEqual({ status: 409, code: "STAYS_OWNER" });
    expect(await storedRolesOf(company, owner, member)).toEqual(["owner", "member"]);
    expect(fixture.events).toHaveLength(told);
  });

  test("a server-side call acts for the user of its headers", async () => {
    const company = await openCompany();
    const { fixture, owner, admin, organizationId } = company;
    const { transferOwnership } = fixture.auth.api.organization;
    const input = { memberId: await memberIdOf(company, admin), organizationId };
    await expect(transferOwnership(input)).rejects.toMatchObject({ status: 401 });
    await expect(transferOwnership(input, { headers: admin.browser.headers() })).rejects.toMatchObject(notAllowed);
    expect(await transferOwnership(input, { headers: owner.browser.headers() })).toMatchObject({
      to: { role: "owner" },
    });
  });
});
