import { userModel } from "@keyhold/core/plugin";
import { type Browser, linkIn } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { type Company, type Options, openCompany, type Person } from "./fixture.ts";
import { ask, invite, nextEmail, statusOf } from "./invited.ts";

const victim = "dan@example.com";
const refused = { code: "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION", status: 403 };
const newPassword = "a password that only Dan knows";
type Client = Pick<Person, "client">;

/** An attacker has signed up with the victim's address; the verification email is sent. */
async function open(options: Options = {}, config: Parameters<typeof openCompany>[1] = {}) {
  const company = await openCompany(options, config);
  const attacker = await company.fixture.signUp(victim, { name: "Mallory" });
  company.fixture.clock.forward({ seconds: 10 });
  return { company, fixture: company.fixture, attacker, link: await verificationLink(company) };
}

const verificationLink = async ({ fixture }: Pick<Company, "fixture">): Promise<URL> =>
  linkIn(await fixture.mailbox.waitFor(victim, { kind: "verify-email" }));

const follow = (browser: Browser, link: URL): Promise<Response> => browser.follow(link);

const accept = ({ client }: Client, invitationId: string) => client.organization.acceptInvitation({ invitationId });

async function expectRefused({ client }: Client, id: string): Promise<void> {
  const { organization } = client;
  expect((await organization.acceptInvitation({ invitationId: id })).error).toMatchObject(refused);
  expect((await organization.rejectInvitation({ invitationId: id })).error).toMatchObject(refused);
  expect((await organization.getInvitation({ id })).error).toMatchObject(refused);
  expect((await organization.listUserInvitations()).error).toMatchObject(refused);
}

async function signIn(
  { fixture }: Pick<Company, "fixture">,
  password: string,
  at: Client = fixture.visit(),
): Promise<Client> {
  expect((await at.client.signIn.email({ email: victim, password })).error).toBe(null);
  return at;
}

async function resetPassword({ fixture }: Pick<Company, "fixture">, at: { readonly browser: Browser }): Promise<void> {
  await at.browser.post("/forget-password", { email: victim });
  const { token } = await fixture.mailbox.waitFor(victim, { kind: "reset-password" });
  expect((await at.browser.post("/reset-password", { token, newPassword })).status).toBe(200);
}

describe("After an attacker signed up with the victim's address and the victim followed the link of the email,", () => {
  test("no session of the attacker sees, accepts or rejects the victim's invitation", async () => {
    const { company, fixture, attacker, link } = await open();
    await follow(fixture.visit().browser, link);
    const { id } = await invite(company, { email: victim, role: "admin" });
    await expectRefused(attacker, id);
    await expectRefused(await signIn(company, attacker.password), id);
    expect(await statusOf(fixture, id)).toBe("pending");
  });

  test("neither does a bearer token of the attacker", async () => {
    const { company, fixture, attacker, link } = await open({}, { session: { bearer: true } });
    await follow(fixture.visit().browser, link);
    const { id } = await invite(company, { email: victim, role: "admin" });
    const { data } = await fixture.visit().client.signIn.email({ email: victim, password: attacker.password });
    const headers = { authorization: `Bearer ${data?.token}`, "content-type": "application/json" };
    const answer = await fixture.auth.handler(
      new Request("https://app.example.com/api/auth/organization/accept-invitation", {
        method: "POST",
        headers,
        body: JSON.stringify({ invitationId: id }),
      }),
    );
    expect([answer.status, (await answer.json()).code]).toEqual([403, refused.code]);
  });

  test("neither does a session that the attacker's server calls with", async () => {
    const { company, fixture, attacker, link } = await open();
    await follow(fixture.visit().browser, link);
    const { id } = await invite(company, { email: victim });
    const headers = new Headers({ cookie: attacker.browser.cookies.header("https://app.example.com/api/auth") ?? "" });
    const call = fixture.auth.api.organization.acceptInvitation({ invitationId: id }, { headers });
    await expect(call).rejects.toMatchObject(refused);
  });

  test("neither does the attacker after a move to another address and back", async () => {
    const { company, fixture, attacker, link } = await open({}, { user: { changeEmail: { enabled: true } } });
    await follow(fixture.visit().browser, link);
    await fixture.db.update(userModel, attacker.user.id, { email: "mallory@example.com", emailVerified: false });
    await fixture.auth.idle();
    await attacker.client.changeEmail({ newEmail: victim });
    await follow(fixture.visit().browser, await verificationLink(company));
    const { id } = await invite(company, { email: victim });
    await expectRefused(attacker, id);
  });

  test("a cookie for another address of the attacker's account has no effect", async () => {
    const company = await openCompany({}, { user: { changeEmail: { enabled: true } } });
    const { fixture } = company;
    const attacker = await fixture.signUp("mallory@example.com");
    const other = fixture.visit();
    await follow(other.browser, linkIn(await fixture.mailbox.waitFor("mallory@example.com", { kind: "verify-email" })));
    await other.client.signIn.email({ email: "mallory@example.com", password: attacker.password });
    await fixture.db.update(userModel, attacker.user.id, { emailVerified: false });
    await other.client.changeEmail({ newEmail: victim });
    await follow(fixture.visit().browser, await verificationLink(company));
    const { id } = await invite(company, { email: victim });
    await expectRefused(other, id);
  });

  test("the victim's browser, which the link signed in, accepts by id", async () => {
    const { company, fixture, attacker, link } = await open({}, { emailVerification: { autoSignIn: true } });
    const dan = fixture.visit();
    await follow(dan.browser, link);
    const { id } = await invite(company, { email: victim });
    await expectRefused(attacker, id);
    expect((await dan.client.organization.getInvitation({ id })).error).toBe(null);
    expect((await accept(dan, id)).error).toBe(null);
  });

  test("the victim accepts by id after a reset of the password, which ends the attacker's sessions", async () => {
    const { company, fixture, attacker, link } = await open(
      {},
      { emailAndPassword: { revokeSessionsOnPasswordReset: false } },
    );
    await follow(fixture.visit().browser, link);
    const { id } = await invite(company, { email: victim });
    await resetPassword(company, fixture.visit());
    expect((await attacker.client.getSession()).data).toBe(null);
    expect((await accept(await signIn(company, newPassword), id)).error).toBe(null);
  });

  test("a password that was set after the link was followed does not vouch for the sessions from before", async () => {
    const { company, fixture, attacker, link } = await open();
    const dan = fixture.visit();
    await follow(dan.browser, link);
    const { id } = await invite(company, { email: victim });
    fixture.clock.forward({ seconds: 10 });
    await attacker.client.changePassword({
      currentPassword: attacker.password,
      newPassword: "told to the victim",
      revokeOtherSessions: false,
    });
    await signIn(company, "told to the victim", dan);
    await expectRefused(attacker, id);
  });
});

describe("A user who signed up on a laptop and opened the email on a phone", () => {
  test("accepts by id on the phone after signing in there, and from then on at the laptop, too", async () => {
    const { company, fixture, attacker: laptop, link } = await open();
    const phone = fixture.visit();
    await follow(phone.browser, link);
    const { id } = await invite(company, { email: victim });
    await expectRefused(laptop, id);
    await signIn(company, laptop.password, phone);
    expect((await laptop.client.organization.listUserInvitations()).data).toMatchObject([{ id }]);
    expect((await accept(laptop, id)).error).toBe(null);
  });

  test("accepts at the laptop by the link of the invitation, and the next one by id", async () => {
    const { company, fixture, attacker: laptop, link } = await open();
    await follow(fixture.visit().browser, link);
    await invite(company, { email: victim });
    const { token } = await nextEmail(fixture);
    expect((await laptop.client.organization.acceptInvitation({ token })).error).toBe(null);
    const { outsider, foreignId } = company;
    const next = await ask({ owner: outsider, organizationId: foreignId }, { email: victim });
    expect((await accept(laptop, next.data?.id ?? "")).error).toBe(null);
  });

  test("rejects by the link of the invitation", async () => {
    const { company, fixture, attacker: laptop, link } = await open();
    await follow(fixture.visit().browser, link);
    const { id } = await invite(company, { email: victim });
    const { token } = await nextEmail(fixture);
    expect((await laptop.client.organization.rejectInvitation({ token })).error).toBe(null);
    expect(await statusOf(fixture, id)).toBe("rejected");
  });
});

describe("Every session of a user accepts by id", () => {
  const signedUpAndSignedInElsewhere = async () => {
    const opened = await open();
    const { company, attacker: dan } = opened;
    return { ...opened, dan, elsewhere: await signIn(company, dan.password) };
  };

  test("if the address was verified in a signed-in browser", async () => {
    const { company, dan, elsewhere, link } = await signedUpAndSignedInElsewhere();
    await follow(dan.browser, link);
    const { id } = await invite(company, { email: victim });
    expect((await accept(elsewhere, id)).error).toBe(null);
  });

  test("if the address is verified by the app or an administrator", async () => {
    const { company, fixture, dan, elsewhere } = await signedUpAndSignedInElsewhere();
    await fixture.db.update(userModel, dan.user.id, { emailVerified: true });
    const { id } = await invite(company, { email: victim });
    expect((await accept(elsewhere, id)).error).toBe(null);
  });

  test("where the app asks for no verified address", async () => {
    const { company, fixture, attacker: dan, link } = await open({ requireEmailVerificationOnInvitation: false });
    await follow(fixture.visit().browser, link);
    const { id } = await invite(company, { email: victim });
    expect((await accept(dan, id)).error).toBe(null);
  });
});
