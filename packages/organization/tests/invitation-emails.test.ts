import { userModel } from "@keyhold/core/plugin";
import { renderEmail } from "@keyhold/mail";
import { afterEach, describe, expect, test } from "vitest";
import { type Company, found, openCompany, openOrganizations } from "./fixture.ts";
import { ask, invitationEmails, invite, nextEmail, storedInvitations } from "./invited.ts";

/** Limits on emails, without limits on the tests' own requests. */
const limited = {
  rateLimit: {
    enabled: true,
    limits: { "/sign-up/email": false, "/organization/invite-member": false } as const,
  },
};

describe("The email of an invitation", () => {
  test("goes to the invited address, with a link to the app's page and the default text", async () => {
    const company = await openCompany({ invitationURL: "/join?from=mail" }, { appName: "Example" });
    const { fixture, owner, organizationId } = company;
    await owner.client.updateUser({ name: "Olga Owner" });
    const invitation = await invite(company, { email: "Dan@Example.com" });
    const { message, token } = await nextEmail(fixture);
    expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(message).toMatchObject({
      to: "dan@example.com",
      userId: null,
      url: `https://app.example.com/join?from=mail&token=${token}`,
      token,
      invitation,
      organization: { id: organizationId, name: "acme" },
      inviter: { name: "Olga Owner", email: "owner@example.com" },
      expiresInSeconds: 172_800,
      appName: "Example",
    });
    expect(message.words).toEqual({
      subject: "Join acme at Example",
      preview: "Olga Owner invites you.",
      heading: "Join acme",
      paragraphs: ["Hello,", "Olga Owner invites you to acme at Example."],
      label: "See the invitation",
      notes: ["The invitation is open until January 3, 2026 at 12:00 PM UTC.", expect.stringContaining("ignore")],
    });
    expect(JSON.stringify(message)).not.toContain("linkHash");
    expect(fixture.logged).toEqual([]);
  });

  test("contains the user id if the address has an account", async () => {
    const company = await openCompany();
    await invite(company, { email: "outsider@example.com" });
    const { message } = await nextEmail(company.fixture, "outsider@example.com");
    expect(message.userId).toBe(company.outsider.user.id);
  });

  test("contains no name that could be an advertisement, in any part of the message", async () => {
    const fixture = openOrganizations({}, { appName: "Example" });
    const owner = await fixture.signUp("owner@example.com", { name: "Call 0900 123456 now" });
    await fixture.db.update(userModel, owner.user.id, { emailVerified: true });
    const { data } = await owner.client.organization.create({ name: "Win at casino.example", slug: "acme" });
    await invite({ owner, organizationId: data?.id ?? "" });
    const { message } = await nextEmail(fixture);
    const { subject, text, html } = renderEmail(message);
    expect(subject).toBe("Join an organization at Example");
    expect(text).toContain("A member invites you to an organization at Example.");
    for (const part of [subject, text, html]) {
      expect(part).not.toContain("casino");
      expect(part).not.toContain("0900");
    }
  });

  test("does not contain the name of a role, which an organization may have chosen", async () => {
    const company = await openCompany({ roleLimit: 5 });
    await company.owner.client.organization.createRole({ role: "hotline", permission: {} });
    await invite(company, { role: "hotline" });
    const { message } = await nextEmail(company.fixture);
    expect(JSON.stringify(message.words)).not.toContain("hotline");
    expect(message.invitation.role).toBe("hotline");
  });

  test("links to a trusted origin configured by the app, and to no other", async () => {
    const invitationURL = "https://join.example.com/here";
    const company = await openCompany({ invitationURL }, { trustedOrigins: ["https://join.example.com"] });
    await invite(company);
    const { message, token } = await nextEmail(company.fixture);
    expect(message.url).toBe(`${invitationURL}?token=${token}`);

    const untrusted =
      'invitationURL: must be a path, e.g. "/accept-invitation", or an address at one of trustedOrigins';
    expect(() => openOrganizations({ invitationURL })).toThrow(untrusted);
  });

  test("links to the configured host, even if a request names another one", async () => {
    const company = await openCompany();
    const { owner, organizationId, fixture } = company;
    await owner.browser.fetch("/organization/invite-member", {
      method: "POST",
      body: JSON.stringify({ email: "dan@example.com", role: "member", organizationId }),
      headers: { "content-type": "application/json", "x-forwarded-host": "evil.example", host: "evil.example" },
    });
    expect(new URL((await nextEmail(fixture)).message.url).origin).toBe("https://app.example.com");
  });

  test("is not sent without mail, and the invitation is pending all the same", async () => {
    const company = await openCompany({}, { mail: undefined });
    await invite(company);
    await company.fixture.auth.idle();
    expect(await storedInvitations(company)).toMatchObject([{ status: "pending", linkHash: null }]);
    expect(company.fixture.logged).toEqual([]);
  });

  test("is reported and logged if it cannot be delivered, and changes no response", async () => {
    const company = await openCompany(
      {},
      {
        mail: ({ kind }) => {
          if (kind === "organization.invitation") throw new Error("The mail server is unavailable.");
        },
      },
    );
    await invite(company);
    await company.fixture.auth.idle();
    expect(company.fixture.events).toContainEqual({
      type: "email.failed",
      kind: "organization.invitation",
      userId: null,
    });
    expect(company.fixture.logged).toMatchObject([{ level: "error" }]);
  });

  test("is not sent if the invitation was canceled meanwhile", async () => {
    const company = await openCompany({ cancelPendingInvitationsOnReInvite: true });
    await Promise.all(Array.from({ length: 8 }, () => ask(company)));
    const sent = await invitationEmails(company.fixture);
    const open = (await storedInvitations(company)).filter(({ status }) => status === "pending");
    expect(open).toHaveLength(1);
    const last = sent.filter(({ invitation }) => invitation.id === open[0]?.id);
    expect(last).toHaveLength(1);
  });
});

describe("However many organizations invite an email address,", () => {
  let company: Company;
  afterEach(() => expect(company.fixture.logged.filter(({ level }) => level === "error")).toEqual([]));

  test("three emails are sent in fifteen minutes, and every response is the same", async () => {
    company = await openCompany({}, limited);
    const { fixture, owner } = company;
    for (let one = 0; one < 5; one += 1) await invite({ owner, organizationId: await found(owner, `o-${one}`) });
    expect(await invitationEmails(fixture)).toHaveLength(3);
    await invite(company, { email: "other@example.com" });
    expect(await invitationEmails(fixture)).toHaveLength(4);
    fixture.clock.forward({ minutes: 15 });
    await invite(company);
    expect(await invitationEmails(fixture)).toHaveLength(5);
  });

  // Security I34.
  test("twenty sendings of the same invitation cause three emails, and the last link works", async () => {
    company = await openCompany({}, limited);
    const { fixture } = company;
    for (let one = 0; one < 20; one += 1) {
      await invite(company, { resend: true });
      await fixture.auth.idle();
    }
    const messages = await invitationEmails(fixture);
    expect(messages).toHaveLength(3);
    const codes = [];
    for (const { token } of messages)
      codes.push((await fixture.client.organization.previewInvitation({ token })).error?.code ?? "shown");
    expect(codes).toEqual(["INVITATION_NOT_FOUND", "INVITATION_NOT_FOUND", "shown"]);
    expect(await storedInvitations(company)).toHaveLength(1);
  });

  test("a failed invitation does not count toward the email limit", async () => {
    company = await openCompany({}, limited);
    const { fixture, member, outsider } = company;
    for (const by of [member, outsider, member, outsider]) expect((await ask(company, { by })).error).not.toBe(null);
    await invite(company);
    for (let one = 0; one < 5; one += 1) expect((await ask(company)).error?.status).toBe(400);
    await invite(company, { resend: true });
    await invite(company, { resend: true });
    expect(await invitationEmails(fixture)).toHaveLength(3);
  });
});
