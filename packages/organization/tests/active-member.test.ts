import { memberModel, organizationModel } from "@keyhold/organization/plugin";
import { describe, expect, test } from "vitest";
import { join, openCompany } from "./fixture.ts";
import { errorOf, memberIdOf } from "./memberships.ts";

describe("GET /organization/get-active-member", () => {
  test("returns the caller's membership in the active organization with the public user fields", async () => {
    const company = await openCompany();
    const { owner, organizationId } = company;
    const { data } = await owner.client.organization.getActiveMember();
    expect(data).toEqual({
      id: await memberIdOf(company, owner),
      organizationId,
      userId: owner.user.id,
      role: "owner",
      createdAt: expect.any(Date),
      user: { id: owner.user.id, name: "owner", email: "owner@example.com", image: null },
    });
    expect((await owner.client.organization.getActiveMemberRole()).data).toEqual({ role: "owner" });
  });

  test("fails without an active organization, and without a session", async () => {
    const { fixture, member } = await openCompany();
    for (const call of ["getActiveMember", "getActiveMemberRole"] as const) {
      expect(errorOf(await member.client.organization[call]())).toEqual({
        status: 400,
        code: "NO_ACTIVE_ORGANIZATION",
      });
      expect(errorOf(await fixture.client.organization[call]())).toEqual({ status: 401, code: "UNAUTHORIZED" });
    }
  });

  test("reads the currently stored role", async () => {
    const company = await openCompany();
    const { owner, member, organizationId } = company;
    await member.client.organization.setActive({ organizationId });
    const memberId = await memberIdOf(company, member);
    await owner.client.organization.updateMemberRole({ memberId, role: "admin" });
    expect((await member.client.organization.getActiveMemberRole()).data).toEqual({ role: "admin" });
  });

  test("fails for a former member, even if the session shows the organization", async () => {
    const company = await openCompany();
    const { fixture, member, organizationId } = company;
    await member.client.organization.setActive({ organizationId });
    await fixture.db.transactionOn(organizationModel, organizationId, async (tx, organization) => {
      await tx.remove(memberModel, { userId: member.user.id }, organization);
    });
    for (const call of ["getActiveMember", "getActiveMemberRole"] as const)
      expect(errorOf(await member.client.organization[call]())).toEqual({ status: 400, code: "MEMBER_NOT_FOUND" });
  });

  test("serves a server-side call with the headers of a request", async () => {
    const { fixture, owner, organizationId } = await openCompany();
    const headers = owner.browser.headers();
    expect(await fixture.auth.api.organization.getActiveMember({}, { headers })).toMatchObject({
      organizationId,
      role: "owner",
      user: { email: "owner@example.com" },
    });
    expect(await fixture.auth.api.organization.getActiveMemberRole({}, { headers })).toEqual({ role: "owner" });
    await expect(fixture.auth.api.organization.getActiveMember({})).rejects.toMatchObject({ status: 401 });
  });
});

describe.each(["getActiveMember", "getActiveMemberRole"] as const)("%s with an organizationId", (call) => {
  test("returns the membership in that organization, and leaves the active one as it is", async () => {
    const company = await openCompany();
    const { fixture, owner, admin, outsider, organizationId, foreignId } = company;
    const query = { organizationId };
    expect((await admin.client.organization[call](query)).data).toMatchObject({ role: "admin" });
    await join(fixture, { organizationId: foreignId, userId: owner.user.id, role: "member" });
    expect((await owner.client.organization[call]({ organizationId: foreignId })).data).toMatchObject({
      role: "member",
    });
    expect((await owner.client.organization[call]()).data).toMatchObject({ role: "owner" });
    for (const named of [organizationId, "nothing"])
      expect(errorOf(await outsider.client.organization[call]({ organizationId: named }))).toEqual({
        status: 400,
        code: "MEMBER_NOT_FOUND",
      });
  });
});
