import { memberModel, organizationModel } from "@keyhold/organization/plugin";
import { describe, expect, test } from "vitest";
import { openCompany } from "./fixture.ts";
import { memberIdOf, refusal } from "./memberships.ts";

describe("GET /organization/get-active-member", () => {
  test("is the caller as a member of the active organization, with what members see of each other", async () => {
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

  test("says that no organization is active, and that the session is missing", async () => {
    const { fixture, member } = await openCompany();
    for (const call of ["getActiveMember", "getActiveMemberRole"] as const) {
      expect(refusal(await member.client.organization[call]())).toEqual({
        status: 400,
        code: "NO_ACTIVE_ORGANIZATION",
      });
      expect(refusal(await fixture.client.organization[call]())).toEqual({ status: 401, code: "UNAUTHORIZED" });
    }
  });

  test("reads the role that is stored at this moment", async () => {
    const company = await openCompany();
    const { owner, member, organizationId } = company;
    await member.client.organization.setActive({ organizationId });
    const memberId = await memberIdOf(company, member);
    await owner.client.organization.updateMemberRole({ memberId, role: "admin" });
    expect((await member.client.organization.getActiveMemberRole()).data).toEqual({ role: "admin" });
  });

  test("does not show who is no member any more, whatever their session says", async () => {
    const company = await openCompany();
    const { fixture, member, organizationId } = company;
    await member.client.organization.setActive({ organizationId });
    await fixture.db.transactionOn(organizationModel, organizationId, async (tx, organization) => {
      await tx.remove(memberModel, { userId: member.user.id }, organization);
    });
    for (const call of ["getActiveMember", "getActiveMemberRole"] as const)
      expect(refusal(await member.client.organization[call]())).toEqual({ status: 400, code: "MEMBER_NOT_FOUND" });
  });

  test("answers the server's own code by the headers of a request", async () => {
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
