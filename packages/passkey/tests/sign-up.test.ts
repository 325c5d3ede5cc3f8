import { linkIn } from "@keyhold/testing";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { describe, expect, test } from "vitest";
import { type Fixture, open, password } from "./fixture.ts";

const options = { signUp: true };
const verifying = { emailAndPassword: { enabled: true, requireEmailVerification: true } };
const name = "Ann";

/** Signs up with a device in a new browser. */
async function signUpWith(fixture: Fixture, email: string, device = createAuthenticator()) {
  const { client, browser } = fixture.visit();
  const { data, error } = await client.passkey.signUpOptions({ name, email });
  if (error) throw new Error(error.code);
  const response = device.register(data);
  const answer = await client.passkey.signUp({ response });
  // No hook asks for more here.
  const signedUp = answer.data && "user" in answer.data ? answer.data : null;
  return { signedUp, client, browser, device, answer, response };
}

describe("a sign-up with a passkey", () => {
  test("creates a user and opens a session; the passkey signs in afterwards", async () => {
    const fixture = open({ options });
    const { client, device, answer } = await signUpWith(fixture, "Ann@Example.com");
    expect(answer.data).toMatchObject({ token: expect.any(String), user: { email: "ann@example.com", name } });
    expect((await client.getSession()).data).toMatchObject({ session: { amr: "hwk,mfa" } });
    expect((await client.listAccounts()).data).toEqual([]);
    expect((await fixture.signInWith(fixture.visit().client, device)).error).toBe(null);
    await fixture.mailbox.waitFor("ann@example.com", { kind: "verify-email" });
    expect(fixture.events).toContainEqual(expect.objectContaining({ type: "user.created" }));
    // The next passkey of this user keeps the user handle.
    const more = await client.passkey.generateRegisterOptions();
    expect(more.data?.excludeCredentials).toMatchObject([{ id: device.id }]);
  });

  test("is off by default", async () => {
    const { client } = open();
    const off = { status: 400, code: "PASSKEY_SIGN_UP_IS_NOT_ENABLED" };
    expect((await client.passkey.signUpOptions({ name, email: "ann@example.com" })).error).toMatchObject(off);
    const response = createAuthenticator().register({ challenge: "x", rp: { id: "x" }, user: { id: "x" } });
    expect((await client.passkey.signUp({ response })).error).toMatchObject(off);
  });

  test("obeys the hooks at user.create, and rolls back with them", async () => {
    const fixture = open({
      options,
      config: { hooks: { "user.create": (draft) => ({ ...draft, name: `${draft.name} the First` }) } },
    });
    const { signedUp } = await signUpWith(fixture, "ann@example.com");
    expect(signedUp?.user.name).toBe("Ann the First");
  });

  test("fails with a challenge of a registration, used before, or of another browser", async () => {
    const fixture = open({ options });
    const { client, response } = await signUpWith(fixture, "ann@example.com");
    const absent = { status: 400, code: "CHALLENGE_NOT_FOUND" };
    expect((await client.passkey.signUp({ response })).error).toMatchObject(absent);
    expect((await fixture.visit().client.passkey.signUp({ response })).error).toMatchObject(absent);
    await client.passkey.generateRegisterOptions();
    expect((await client.passkey.signUp({ response })).error).toMatchObject(absent);
  });

  test("with the passkey of another user answers 409", async () => {
    const fixture = open({ options });
    const { device } = await signUpWith(fixture, "ann@example.com");
    const { answer } = await signUpWith(fixture, "bob@example.com", device);
    expect(answer.error).toMatchObject({ status: 409, code: "PREVIOUSLY_REGISTERED" });
  });

  test("with a taken address fails, if addresses need not be verified", async () => {
    const fixture = open({ options });
    await fixture.signUp("ann@example.com");
    const { answer } = await signUpWith(fixture, "ann@example.com");
    expect(answer.error).toMatchObject({ status: 422, code: "USER_ALREADY_EXISTS" });
  });
});

describe("where addresses are verified first,", () => {
  test("no session is opened before, and the passkey signs in after", async () => {
    const fixture = open({ options, config: verifying });
    const { client, browser, device, answer } = await signUpWith(fixture, "ann@example.com");
    expect(answer.data).toMatchObject({ token: null, user: { email: "ann@example.com" } });
    expect((await client.getSession()).data).toBe(null);
    expect((await fixture.signInWith(client, device)).error).toMatchObject({ status: 403, code: "EMAIL_NOT_VERIFIED" });
    await browser.follow(linkIn(await fixture.mailbox.waitFor("ann@example.com", { kind: "verify-email" })));
    expect((await fixture.signInWith(client, device)).data).toMatchObject({ user: { emailVerified: true } });
  });

  test("a taken address has the same answers, and its owner gets an email", async () => {
    const fixture = open({ options, config: verifying });
    const { auth, mailbox, passkeysOf } = fixture;
    const owner = await auth.api.createUser({
      email: "owner@example.com",
      name: "Owner",
      password,
      emailVerified: true,
    });
    const taken = await signUpWith(fixture, "owner@example.com");
    const free = await signUpWith(fixture, "free@example.com");
    const shape = ({ signedUp }: typeof taken) => Object.keys(signedUp?.user ?? {}).sort();
    expect(shape(taken)).toEqual(shape(free));
    expect(taken.answer.data).toMatchObject({ token: null, user: { email: "owner@example.com", name } });
    expect(taken.signedUp?.user.id).not.toBe(owner.user.id);
    await mailbox.waitFor("owner@example.com", { kind: "already-registered" });
    expect(await passkeysOf(owner.user.id)).toEqual([]);

    for (const { device, client } of [taken, free]) {
      const signIn = await fixture.signInWith(client, device);
      expect(signIn.error).toMatchObject({ status: 403, code: "EMAIL_NOT_VERIFIED" });
      const forged = await fixture.signInWith(client, device, { origin: "https://evil.example" });
      expect(forged.error).toMatchObject({ status: 400, code: "AUTHENTICATION_FAILED" });
      const again = await signUpWith(fixture, "third@example.com", device);
      expect(again.answer.error).toMatchObject({ status: 409, code: "PREVIOUSLY_REGISTERED" });
    }
  });

  test("a passkey from before does not survive a new password by the owner of the mailbox", async () => {
    const fixture = open({ options, config: verifying });
    const { device, signedUp } = await signUpWith(fixture, "victim@example.com");
    expect(signedUp?.token).toBe(null);
    const { client } = fixture.visit();
    await client.forgetPassword({ email: "victim@example.com", redirectTo: "/new" });
    const { token } = await fixture.mailbox.waitFor("victim@example.com", { kind: "reset-password" });
    expect((await client.resetPassword({ token, newPassword: password })).error).toBe(null);
    expect((await client.signIn.email({ email: "victim@example.com", password })).error).toBe(null);
    const refused = await fixture.signInWith(fixture.visit().client, device);
    expect(refused.error).toMatchObject({ status: 401, code: "PASSKEY_NOT_FOUND" });
  });

  test("an address that was signed up twice belongs to neither passkey once it is verified", async () => {
    const fixture = open({ options, config: verifying });
    const first = await signUpWith(fixture, "victim@example.com");
    const link = linkIn(await fixture.mailbox.waitFor("victim@example.com", { kind: "verify-email" }));
    const second = await signUpWith(fixture, "victim@example.com");
    await fixture.auth.idle();
    await fixture.visit().browser.follow(link);
    for (const { device } of [first, second]) {
      const refused = await fixture.signInWith(fixture.visit().client, device);
      expect(refused.error).not.toBe(null);
    }
  });
});
