import { userModel } from "@keyhold/core/plugin";
import { organizationRoles, organizationStatements } from "@keyhold/organization";
import { describe, expect, test } from "vitest";
import { type Company, openCompany } from "./fixture.ts";
import { ask, invitationEmails, invite, membersOf, nextEmail, statusOf, storedInvitations } from "./invited.ts";

const day = 86_400_000;
const codeOf = async (answer: ReturnType<typeof ask>) => (await answer).error?.code;
const post = async ({ browser }: Pick<Company["owner"], "browser">, body: object) => {
  const response = await browser.post("/organization/invite-member", body);
  return { status: response.status, code: (await response.json()).code };
};

describe("POST /organization/invite-member", () => {
  test("invites an email address for two days, and returns no token of the link", async () => {
    const company = await openCompany();
    const { fixture, owner, organizationId } = company;
    const { data } = await ask(company, { email: "Dan@Example.com", role: ["member", "admin"] });
    const now = fixture.clock.now();
    expect(data).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      organizationId,
      email: "dan@example.com",
      role: "member,admin",
      status: "pending",
      expiresAt: new Date(now.getTime() + 2 * day),
      createdAt: now,
      inviterId: owner.user.id,
    });
    await nextEmail(fixture);
    const [row] = await storedInvitations(company);
    expect(row?.linkHash).toMatch(/^[\w-]{43}$/);
    expect(fixture.events.filter(({ type }) => type === "invitation.created")).toEqual([
      { type: "invitation.created", invitation: data, actorId: owner.user.id },
    ]);
    expect(fixture.logged).toEqual([]);
  });

  test("defaults to the active organization", async () => {
    const { owner, outsider, foreignId } = await openCompany();
    const { data } = await outsider.client.organization.inviteMember({ email: "dan@example.com", role: "member" });
    expect(data?.organizationId).toBe(foreignId);
    await owner.client.organization.setActive({ organizationId: null });
    const none = await owner.client.organization.inviteMember({ email: "dan@example.com", role: "member" });
    expect(none.error).toMatchObject({ code: "ORGANIZATION_NOT_FOUND", status: 400 });
  });

  // Security I33, L11.
  test.each([
    ...["", "a", "a@", "@b", "a@b", "a b@x.io", "a@x..io", ".a@x.io", "a..b@x.io", "a@-x.io", "a@x.io.", '"a"@x.io'],
    ...[
      "a@[1.2.3.4]",
      "<a@x.io>",
      "a@x.io>",
      "a@x.io,b@x.io",
      "a@x.io;b@x.io",
      "a@x.io\n",
      " a@x.io",
      "a@x.io\r\nBcc: b@x.io",
    ],
    ...[`${"a".repeat(65)}@x.io`, `a@${"x".repeat(250)}.io`, "dán@x.io"],
  ])("rejects %j as an email address, and sends no email", async (email) => {
    const company = await openCompany();
    const { fixture, owner, organizationId } = company;
    expect(await post(owner, { email, role: "member", organizationId })).toEqual({
      status: 400,
      code: "INVALID_EMAIL",
    });
    expect(await invitationEmails(fixture)).toEqual([]);
    expect(await storedInvitations(company)).toEqual([]);
  });

  test.each([[["a@x.io"]], [["a@x.io", "b@x.io"]], [{ email: "a@x.io" }], [null], [5], ["a@x.io\u0000"]])(
    "rejects %j, which is not a string",
    async (email) => {
      const { owner, organizationId } = await openCompany();
      expect(await post(owner, { email, role: "member", organizationId })).toEqual({
        status: 400,
        code: "VALIDATION_ERROR",
      });
    },
  );

  test.each(["a+b@x.io", "a.b@sub.x.io", "o'hara@x.io"])("accepts %j", async (email) => {
    expect((await ask(await openCompany(), { email })).data?.email).toBe(email);
  });

  test("rejects the email addresses of the caller and of every other member", async () => {
    const company = await openCompany();
    for (const email of ["owner@example.com", "ADMIN@example.com", "member@example.com"])
      expect(await codeOf(ask(company, { email }))).toBe("USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION");
    expect((await ask(company, { email: "outsider@example.com" })).error).toBe(null);
  });

  test("does not reveal to non-members whether an organization exists", async () => {
    const company = await openCompany();
    const { outsider, organizationId } = company;
    const answers = [organizationId, "no such organization"].map((id) =>
      post(outsider, { email: "dan@example.com", role: "member", organizationId: id }),
    );
    const refused = { status: 400, code: "MEMBER_NOT_FOUND" };
    expect(await Promise.all(answers)).toEqual([refused, refused]);
    expect(await storedInvitations(company)).toEqual([]);
    const nobody = await company.fixture.client.organization.inviteMember({ email: "dan@example.com", role: "member" });
    expect(nobody.error?.status).toBe(401);
  });
});

describe("The role of an invitation", () => {
  test.each(["boss", "", ",", [], ["member", "boss"], "Member", "__proto__", "constructor"])(
    "is rejected if it is %j",
    async (role) => {
      const company = await openCompany();
      expect(await codeOf(ask(company, { role: role as string | string[] }))).toBe("ROLE_NOT_FOUND");
      expect(await storedInvitations(company)).toEqual([]);
    },
  );

  test("is stored once, the creator's first", async () => {
    const company = await openCompany();
    expect((await invite(company, { role: " admin,owner, admin " })).role).toBe("owner,admin");
  });

  test("is the owner's only if an owner invites", async () => {
    const company = await openCompany();
    const { admin } = company;
    for (const role of ["owner", "member,owner", ["owner", "admin"]])
      expect(await codeOf(ask(company, { by: admin, role }))).toBe("YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE");
    expect((await invite(company, { by: admin, role: "admin" })).role).toBe("admin");
  });

  test("never exceeds the permissions of the inviter", async () => {
    const roles = { ...organizationRoles, host: { invitation: ["create"] } };
    const company = await openCompany({ statements: organizationStatements, roles });
    const { fixture, owner, member } = company;
    const { data } = await owner.client.organization.getFullOrganization();
    const memberId = data?.members.find(({ userId }) => userId === member.user.id)?.id ?? "";
    await owner.client.organization.updateMemberRole({ memberId, role: "host" });
    expect(await codeOf(ask(company, { by: member, role: "admin" }))).toBe(
      "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE",
    );
    expect((await invite(company, { by: member, role: "host" })).role).toBe("host");
    expect(fixture.logged).toEqual([]);
  });

  test("is not validated if the caller may not invite", async () => {
    const company = await openCompany();
    for (const role of ["member", "boss", "owner"]) {
      const { error } = await ask(company, { by: company.member, role });
      expect(error).toMatchObject({ code: "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION", status: 403 });
    }
  });
});

describe("Inviting an email address again", () => {
  test("fails while an invitation is pending, for every inviter and every spelling of the address", async () => {
    const company = await openCompany();
    await invite(company);
    const again = ask(company, { by: company.admin, email: "DAN@example.com", role: "admin" });
    expect(await codeOf(again)).toBe("USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION");
    expect(await storedInvitations(company)).toHaveLength(1);
    const elsewhere = { owner: company.outsider, organizationId: company.foreignId };
    expect((await ask(elsewhere)).error).toBe(null);
  });

  test("works if the previous invitation has expired, which is then canceled", async () => {
    const company = await openCompany();
    const { fixture } = company;
    const first = await invite(company);
    fixture.clock.forward({ seconds: 172_800 });
    const second = await invite(company);
    expect(second.id).not.toBe(first.id);
    expect(await statusOf(fixture, first.id)).toBe("canceled");
    expect(await statusOf(fixture, second.id)).toBe("pending");
  });

  test("with `resend` renews the pending invitation: its expiry, role, inviter and link", async () => {
    const company = await openCompany();
    const { fixture, admin } = company;
    const first = await invite(company);
    const { token } = await nextEmail(fixture);
    fixture.clock.forward({ days: 1 });
    const again = await invite(company, { by: admin, role: "admin", resend: true });
    const renewed = {
      role: "admin",
      inviterId: admin.user.id,
      expiresAt: new Date(fixture.clock.now().getTime() + 2 * day),
    };
    expect(again).toEqual({ ...first, ...renewed });
    const next = await nextEmail(fixture);
    expect((await fixture.client.organization.previewInvitation({ token: next.token })).data?.role).toBe("admin");
    expect((await fixture.client.organization.previewInvitation({ token })).error?.code).toBe("INVITATION_NOT_FOUND");
    expect(fixture.events.filter(({ type }) => type === "invitation.resent")).toMatchObject([
      { actorId: admin.user.id },
    ]);
  });

  test("with `resend` also works for the first invitation", async () => {
    const company = await openCompany();
    expect((await invite(company, { resend: true })).status).toBe("pending");
  });

  test("with `resend` changes no invitation beyond the caller's own role", async () => {
    const company = await openCompany();
    await invite(company, { role: "owner" });
    const again = ask(company, { by: company.admin, role: "member", resend: true });
    expect(await codeOf(again)).toBe("USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION");
    expect(await storedInvitations(company)).toMatchObject([{ role: "owner", status: "pending" }]);
  });

  test("cancels the pending invitation if the app enables this, but no invitation beyond the caller's own role", async () => {
    const company = await openCompany({ cancelPendingInvitationsOnReInvite: true });
    const { fixture, admin } = company;
    const first = await invite(company);
    const second = await invite(company, { by: admin });
    expect(await statusOf(fixture, first.id)).toBe("canceled");
    expect(await statusOf(fixture, second.id)).toBe("pending");
    expect(fixture.events.filter(({ type }) => type === "invitation.canceled")).toMatchObject([
      { invitation: { id: first.id, status: "canceled" }, actorId: admin.user.id },
    ]);
    await invite(company, { role: "owner" });
    expect(await codeOf(ask(company, { by: admin }))).toBe("USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION");
  });

  test("works like the first time after a rejection, and after leaving", async () => {
    const company = await openCompany({ requireEmailVerificationOnInvitation: false });
    const dan = await company.fixture.signUp("dan@example.com");
    const rejected = await invite(company);
    await dan.client.organization.rejectInvitation({ invitationId: rejected.id });
    const accepted = await invite(company);
    await dan.client.organization.acceptInvitation({ invitationId: accepted.id });
    await dan.client.organization.leave({ organizationId: company.organizationId });
    const third = await invite(company);
    expect((await dan.client.organization.acceptInvitation({ invitationId: third.id })).error).toBe(null);
    expect(await membersOf(company)).toHaveLength(4);
  });
});

describe("`invitationLimit`", () => {
  test("counts open invitations, and neither expired nor answered nor canceled ones", async () => {
    const company = await openCompany({ invitationLimit: 2 });
    const { fixture, owner } = company;
    const first = await invite(company, { email: "a@x.io" });
    await invite(company, { email: "b@x.io" });
    const third = await ask(company, { email: "c@x.io" });
    expect(third.error).toMatchObject({ code: "INVITATION_LIMIT_REACHED", status: 403 });
    expect((await ask(company, { email: "b@x.io", resend: true })).error).toBe(null);
    await owner.client.organization.cancelInvitation({ invitationId: first.id });
    await invite(company, { email: "c@x.io" });
    expect(await codeOf(ask(company, { email: "d@x.io" }))).toBe("INVITATION_LIMIT_REACHED");
    fixture.clock.forward({ seconds: 172_800 });
    await invite(company, { email: "d@x.io" });
    await invite(company, { email: "b@x.io" });
    expect(await codeOf(ask(company, { email: "e@x.io" }))).toBe("INVITATION_LIMIT_REACHED");
  });

  test("may be a function of the organization", async () => {
    const asked: string[] = [];
    const company = await openCompany({
      invitationLimit: ({ slug }) => {
        asked.push(slug);
        return 0;
      },
    });
    expect(await codeOf(ask(company))).toBe("INVITATION_LIMIT_REACHED");
    expect(asked).toEqual(["acme"]);
  });

  test("does not prevent the replacement of an invitation", async () => {
    const company = await openCompany({ invitationLimit: 1, cancelPendingInvitationsOnReInvite: true });
    await invite(company);
    expect((await invite(company)).status).toBe("pending");
  });
});

test("`invitationExpiresInSeconds` sets the lifetime of an invitation", async () => {
  const company = await openCompany({ invitationExpiresInSeconds: 60 });
  const { expiresAt } = await invite(company);
  expect(expiresAt.getTime() - company.fixture.clock.now().getTime()).toBe(60_000);
});

// Security I35.
test("ids of invitations are 32 random characters, all different", async () => {
  const company = await openCompany({ invitationLimit: 100 });
  const ids = new Set<string>();
  for (let one = 0; one < 100; one += 1) ids.add((await invite(company, { email: `p${one}@x.io` })).id);
  expect(ids.size).toBe(100);
  expect([...ids].every((id) => /^[A-Za-z0-9]{32}$/.test(id))).toBe(true);
});

describe("A user with an unverified email address", () => {
  const refused = { code: "EMAIL_VERIFICATION_REQUIRED_TO_INVITE", status: 403 };
  const unverify = ({ fixture, owner }: Company) =>
    fixture.db.update(userModel, owner.user.id, { emailVerified: false });

  test("cannot invite, and no email is sent", async () => {
    const company = await openCompany();
    await unverify(company);
    expect((await ask(company)).error).toMatchObject(refused);
    expect((await ask(company, { resend: true })).error).toMatchObject(refused);
    expect(await invitationEmails(company.fixture)).toEqual([]);
    expect(await storedInvitations(company)).toEqual([]);
  });

  test("can invite if the app does not require verification, or sends no email to verify an address with", async () => {
    const off = await openCompany({ requireEmailVerificationToInvite: false });
    await unverify(off);
    expect((await ask(off)).error).toBe(null);
    const withoutMail = await openCompany({}, { mail: undefined });
    await unverify(withoutMail);
    expect((await ask(withoutMail)).error).toBe(null);
  });
});
