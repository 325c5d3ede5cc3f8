import { describe, expect, test } from "vitest";
import { found, openCompany } from "./fixture.ts";
import { invite, nextEmail, signUpVerified } from "./invited.ts";

describe("GET /organization/get-invitation", () => {
  // Security I31.
  test("shows the recipient the organization and the inviter, and no more", async () => {
    const company = await openCompany();
    const { fixture, admin } = company;
    const dan = await signUpVerified(fixture);
    const invitation = await invite(company, { by: admin });
    const { data } = await dan.client.organization.getInvitation({ id: invitation.id });
    expect(data).toEqual({
      ...invitation,
      organizationName: "acme",
      organizationSlug: "acme",
      inviterEmail: "admin@example.com",
    });
  });

  test("finds no other id, no token of an email, and no closed invitation", async () => {
    const company = await openCompany();
    const { fixture } = company;
    const dan = await signUpVerified(fixture);
    const rejected = await invite(company);
    const { token } = await nextEmail(fixture);
    await dan.client.organization.rejectInvitation({ invitationId: rejected.id });
    for (const id of [rejected.id, token, "unknown"])
      expect((await dan.client.organization.getInvitation({ id })).error).toMatchObject({
        code: "INVITATION_NOT_FOUND",
        status: 400,
      });
    expect((await fixture.client.organization.getInvitation({ id: rejected.id })).error?.status).toBe(401);
  });
});

describe("GET /organization/list-user-invitations", () => {
  test("lists the open invitations to the caller's email address, in every organization", async () => {
    const company = await openCompany();
    const { fixture, outsider, foreignId } = company;
    const dan = await signUpVerified(fixture);
    await invite(company, { email: "other@example.com" });
    const first = await invite(company);
    fixture.clock.forward({ days: 1 });
    const second = await invite({ owner: outsider, organizationId: foreignId });
    const list = () => dan.client.organization.listUserInvitations();
    expect((await list()).data).toEqual([
      { ...second, organizationName: "other", organizationSlug: "other" },
      { ...first, organizationName: "acme", organizationSlug: "acme" },
    ]);
    await dan.client.organization.rejectInvitation({ invitationId: second.id });
    expect((await list()).data).toMatchObject([{ id: first.id }]);
    fixture.clock.forward({ days: 1 });
    expect((await list()).data).toEqual([]);
  });

  test("returns pages", async () => {
    const company = await openCompany();
    const { fixture, owner } = company;
    const dan = await signUpVerified(fixture);
    const sent: string[] = [];
    for (let one = 0; one < 5; one += 1) {
      const organizationId = await found(owner, `o-${one}`);
      sent.unshift((await invite({ owner, organizationId })).id);
      fixture.clock.forward({ seconds: 1 });
    }
    const page = async (cursor?: string) => {
      const { data } = await dan.client.organization.listUserInvitations({ limit: 2, ...(cursor && { cursor }) });
      return data?.map(({ id }) => id) ?? [];
    };
    const first = await page();
    const second = await page(first.at(-1));
    expect([...first, ...second, ...(await page(second.at(-1)))]).toEqual(sent);
    const foreign = await invite(company, { email: "other@example.com" });
    const refused = await dan.client.organization.listUserInvitations({ cursor: foreign.id });
    expect(refused.error).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "cursor" }] });
  });
});
