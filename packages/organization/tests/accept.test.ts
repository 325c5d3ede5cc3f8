import { userModel } from "@keyhold/core/plugin";
import { invitationModel, memberModel, organizationModel } from "@keyhold/organization/plugin";
import { describe, expect, test } from "vitest";
import { type Company, join, openCompany, type Person } from "./fixture.ts";
import { ask, invite, membersOf, nextEmail, signUpVerified, statusOf } from "./invited.ts";

const accept = (person: Person, name: { readonly invitationId: string } | { readonly token: string }) =>
  person.client.organization.acceptInvitation(name);
const reject = (person: Person, name: { readonly invitationId: string } | { readonly token: string }) =>
  person.client.organization.rejectInvitation(name);

const notFound = { code: "INVITATION_NOT_FOUND", status: 400 };

describe("POST /organization/accept-invitation", () => {
  // Security I19.
  test("adds the caller as a member with the role, and makes the organization active", async () => {
    const company = await openCompany();
    const { fixture, owner, organizationId } = company;
    const dan = await signUpVerified(fixture, "Dan@example.com");
    const { id } = await invite(company, { email: "DAN@Example.com", role: "admin" });
    const { data } = await accept(dan, { invitationId: id });
    expect(data).toMatchObject({
      invitation: { id, status: "accepted", email: "dan@example.com", inviterId: owner.user.id },
      member: { organizationId, userId: dan.user.id, role: "admin", createdAt: fixture.clock.now() },
    });
    expect(data?.invitation).not.toHaveProperty("linkHash");
    expect((await dan.client.getSession()).data?.session.activeOrganizationId).toBe(organizationId);
    expect(await membersOf(company)).toHaveLength(4);
    const told = fixture.events.slice(-2);
    expect(told).toMatchObject([
      { type: "member.added", reason: "invitation", actorId: dan.user.id, member: { userId: dan.user.id } },
      { type: "invitation.accepted", actorId: dan.user.id, invitation: { id }, member: { userId: dan.user.id } },
    ]);
    expect(fixture.logged).toEqual([]);
  });

  test("accepts an invitation stored by the previous library with upper-case letters in its address", async () => {
    const company = await openCompany();
    const { fixture, owner, organizationId } = company;
    const dan = await signUpVerified(fixture);
    const made = await fixture.db.transactionOn(organizationModel, organizationId, async (tx, organization) => {
      const expiresAt = new Date(fixture.clock.now().getTime() + 1000);
      const row = { id: "old", organizationId, email: "Dan@Example.com", expiresAt, inviterId: owner.user.id };
      return "id" in (await tx.insert(invitationModel, row, organization));
    });
    expect(made).toBe(true);
    const { data } = await accept(dan, { invitationId: "old" });
    expect(data?.member.role).toBe("member");
    expect(data?.invitation).toMatchObject({ role: null, createdAt: null });
  });

  // Security I18.
  test("fails for every other user, who cannot reject or see the invitation either", async () => {
    const company = await openCompany();
    const { fixture, owner } = company;
    const mallory = await signUpVerified(fixture, "mallory@example.com");
    const { id } = await invite(company);
    const { token } = await nextEmail(fixture);
    const refused = { code: "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION", status: 403 };
    for (const person of [mallory, owner]) {
      for (const name of [{ invitationId: id }, { token }]) {
        expect((await accept(person, name)).error).toMatchObject(refused);
        expect((await reject(person, name)).error).toMatchObject(refused);
      }
      expect((await person.client.organization.getInvitation({ id })).error).toMatchObject(refused);
    }
    expect(await statusOf(fixture, id)).toBe("pending");
    expect(await membersOf(company)).toHaveLength(3);
  });

  test("needs a session, and exactly one identifier of one invitation", async () => {
    const company = await openCompany();
    const { fixture } = company;
    const dan = await signUpVerified(fixture);
    const { id } = await invite(company);
    const { token } = await nextEmail(fixture);
    expect((await fixture.client.organization.acceptInvitation({ token })).error?.status).toBe(401);
    for (const name of [{}, { invitationId: id, token }, { invitationId: "" }])
      expect((await dan.client.organization.acceptInvitation(name)).error?.code).toBe("VALIDATION_ERROR");
    for (const name of [{ invitationId: "unknown" }, { token: "unknown" }, { invitationId: token }, { token: id }])
      expect((await accept(dan, name)).error).toMatchObject(notFound);
    expect(await statusOf(fixture, id)).toBe("pending");
  });

  // Security I22.
  test("works once: it fails after the invitation was accepted, rejected or canceled", async () => {
    const company = await openCompany();
    const { fixture, owner, organizationId } = company;
    const dan = await signUpVerified(fixture);
    const accepted = { invitationId: (await invite(company)).id };
    const { token } = await nextEmail(fixture);
    expect((await accept(dan, accepted)).error).toBe(null);
    for (const name of [accepted, { token }]) {
      expect((await accept(dan, name)).error).toMatchObject(notFound);
      expect((await reject(dan, name)).error).toMatchObject(notFound);
    }
    expect(await fixture.db.count(memberModel, { organizationId, userId: dan.user.id })).toBe(1);

    await dan.client.organization.leave({ organizationId });
    const rejected = { invitationId: (await invite(company)).id };
    expect((await reject(dan, rejected)).error).toBe(null);
    expect((await accept(dan, rejected)).error).toMatchObject(notFound);

    const canceled = { invitationId: (await invite(company)).id };
    expect((await owner.client.organization.cancelInvitation(canceled)).error).toBe(null);
    expect((await accept(dan, canceled)).error).toMatchObject(notFound);
    expect((await reject(dan, canceled)).error).toMatchObject(notFound);
    expect(await fixture.db.count(memberModel, { organizationId, userId: dan.user.id })).toBe(0);
  });

  // Security I24.
  test("fails from the moment of expiry on", async () => {
    const company = await openCompany();
    const { fixture } = company;
    const dan = await signUpVerified(fixture);
    const { id } = await invite(company);
    const { token } = await nextEmail(fixture);
    fixture.clock.forward({ seconds: 172_799 });
    expect((await dan.client.organization.getInvitation({ id })).error).toBe(null);
    fixture.clock.forward({ seconds: 1 });
    for (const name of [{ invitationId: id }, { token }]) {
      expect((await accept(dan, name)).error).toMatchObject(notFound);
      expect((await reject(dan, name)).error).toMatchObject(notFound);
    }
    expect((await dan.client.organization.getInvitation({ id })).error).toMatchObject(notFound);
  });

  test("fails at the membership limit, and the invitation stays pending", async () => {
    const company = await openCompany({ membershipLimit: ({ slug }) => (slug === "acme" ? 3 : 100) });
    const { fixture } = company;
    const dan = await signUpVerified(fixture);
    const { id } = await invite(company);
    const { error } = await accept(dan, { invitationId: id });
    expect(error).toMatchObject({ code: "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED", status: 403 });
    expect(await statusOf(fixture, id)).toBe("pending");
    expect((await dan.client.getSession()).data?.session.activeOrganizationId).toBe(null);
  });

  test("fails for a member, and changes no role", async () => {
    const company = await openCompany();
    const { fixture } = company;
    const dan = await signUpVerified(fixture);
    const { id } = await invite(company, { role: "admin" });
    const where = { organizationId: company.organizationId, userId: dan.user.id };
    await join(fixture, { ...where, role: "member" });
    const { error } = await accept(dan, { invitationId: id });
    expect(error?.code).toBe("USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION");
    expect(await membersOf(company)).toHaveLength(4);
    expect(await fixture.db.find(memberModel, where)).toMatchObject({ role: "member" });
  });
});

describe("The inviter", () => {
  const memberId = async (company: Company, { user }: Person) =>
    (await membersOf(company)).find(({ userId }) => userId === user.id)?.id ?? "";

  // Security I25.
  test("must still be a member when it is accepted", async () => {
    const company = await openCompany();
    const { fixture, owner, admin } = company;
    const dan = await signUpVerified(fixture);
    const { id } = await invite(company, { by: admin });
    await owner.client.organization.removeMember({ memberIdOrEmail: admin.user.email });
    const refused = { code: "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION", status: 400 };
    expect((await accept(dan, { invitationId: id })).error).toMatchObject(refused);
    expect((await dan.client.organization.getInvitation({ id })).error).toMatchObject(refused);
    expect(await statusOf(fixture, id)).toBe("pending");
    await invite(company, { resend: true });
    expect((await accept(dan, { invitationId: id })).error).toBe(null);
  });

  // Security I26.
  test.each(["admin", "member"])("must still be allowed to assign the role %s", async (role) => {
    const company = await openCompany();
    const { fixture, owner, admin } = company;
    const dan = await signUpVerified(fixture);
    const { id } = await invite(company, { by: admin, role });
    const demoted = { memberId: await memberId(company, admin), role: "member" };
    expect((await owner.client.organization.updateMemberRole(demoted)).error).toBe(null);
    const { error } = await accept(dan, { invitationId: id });
    expect(error).toMatchObject({ code: "INVITER_MAY_NO_LONGER_GIVE_THIS_ROLE", status: 400 });
    expect(await membersOf(company)).toHaveLength(3);
  });

  test("cannot make an owner after losing the creator's role", async () => {
    const company = await openCompany();
    const { fixture, owner, admin } = company;
    const dan = await signUpVerified(fixture);
    const { id } = await invite(company, { role: "admin,owner" });
    await owner.client.organization.updateMemberRole({ memberId: await memberId(company, admin), role: "owner" });
    await admin.client.organization.setActive({ organizationId: company.organizationId });
    const demoted = { memberId: await memberId(company, owner), role: "admin" };
    expect((await admin.client.organization.updateMemberRole(demoted)).error).toBe(null);
    expect((await accept(dan, { invitationId: id })).error?.code).toBe("INVITER_MAY_NO_LONGER_GIVE_THIS_ROLE");
  });

  test("deletes the invitation together with their account", async () => {
    const company = await openCompany();
    const { fixture, admin } = company;
    const dan = await signUpVerified(fixture);
    const { id } = await invite(company, { by: admin });
    await fixture.db.remove(userModel, { id: admin.user.id });
    expect((await accept(dan, { invitationId: id })).error).toMatchObject(notFound);
  });
});

test("a deleted role in an invitation adds no member", async () => {
  const company = await openCompany({ roleLimit: 5 });
  const { fixture, owner } = company;
  const dan = await signUpVerified(fixture);
  await owner.client.organization.createRole({ role: "guest", permission: {} });
  const { id } = await invite(company, { role: "guest" });
  await fixture.db.transactionOn(organizationModel, company.organizationId, (tx, organization) =>
    tx.update(invitationModel, id, { role: "guest,gone" }, organization).then(() => null),
  );
  expect((await accept(dan, { invitationId: id })).error?.code).toBe("ROLE_NOT_FOUND");
});

test("an invitation to a deleted organization is not found", async () => {
  const company = await openCompany();
  const { fixture, owner, organizationId } = company;
  const dan = await signUpVerified(fixture);
  const { id } = await invite(company);
  const { token } = await nextEmail(fixture);
  expect((await owner.client.organization.delete({ organizationId })).error).toBe(null);
  for (const name of [{ invitationId: id }, { token }]) expect((await accept(dan, name)).error).toMatchObject(notFound);
  expect((await ask(company)).error?.code).toBe("MEMBER_NOT_FOUND");
});
