import { describe, expect, test } from "vitest";
import { type Company, openCompany } from "./fixture.ts";
import { invitationEmails, storedInvitations } from "./invited.ts";
import { memberIdOf } from "./memberships.ts";

/** Whoever becomes an owner can take the organization over: each way to make an owner asks for a recent proof. */

const email = "dan@example.com";
type Call = (
  company: Company,
) => Promise<{ readonly error: { readonly code?: string; readonly status: number } | null }>;

const invite =
  (role: string | string[], more: object = {}): Call =>
  ({ owner, organizationId }) =>
    owner.client.organization.inviteMember({ email, role, organizationId, ...more });

const ways: Readonly<Record<string, Call>> = {
  "invite an owner": invite("owner"),
  "invite an owner with other roles": invite(["member", " owner"]),
  "invite an owner by a list in one text": invite("admin, owner"),
  "resend the invitation of an owner": invite("owner", { resend: true }),
  "give the role to a member": async (company) =>
    company.owner.client.organization.updateMemberRole({
      memberId: await memberIdOf(company, company.member),
      role: "owner",
      organizationId: company.organizationId,
    }),
  "transfer the organization": async (company) =>
    company.owner.client.organization.transferOwnership({
      memberId: await memberIdOf(company, company.member),
      organizationId: company.organizationId,
    }),
};

describe.each(Object.entries(ways))("to %s", (name, call) => {
  test("a session needs a proof of the last ten minutes", async () => {
    const company = await openCompany();
    const { fixture, owner } = company;
    if (name.startsWith("resend")) expect((await invite("owner")(company)).error).toBe(null);
    const emails = await invitationEmails(fixture);
    const before = await storedInvitations(company);
    fixture.clock.forward({ minutes: 11 });
    expect((await call(company)).error).toMatchObject({
      status: 403,
      code: "SESSION_IS_NOT_FRESH",
      stepUp: { methods: ["password"], maxAgeSeconds: 600, factors: 1 },
    });
    expect(await storedInvitations(company)).toEqual(before);
    expect(await invitationEmails(fixture)).toEqual(emails);
    expect((await owner.client.stepUp.password({ password: owner.password })).error).toBe(null);
    expect((await call(company)).error).toBe(null);
  });
});

test("other invitations need no recent proof, and others than owners learn nothing of it", async () => {
  const company = await openCompany();
  const { fixture, admin, outsider, organizationId } = company;
  fixture.clock.forward({ minutes: 11 });
  expect((await invite("admin")(company)).error).toBe(null);
  const asked = { email: "eve@example.com", role: "owner", organizationId };
  const ofAdmin = await admin.client.organization.inviteMember(asked);
  expect(ofAdmin.error?.code).toBe("YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE");
  expect((await outsider.client.organization.inviteMember(asked)).error?.code).toBe("MEMBER_NOT_FOUND");
});
