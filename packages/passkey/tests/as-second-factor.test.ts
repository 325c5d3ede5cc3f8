import { createAuthenticator } from "@keyhold/testing/passkey";
import { beforeEach, describe, expect, test } from "vitest";
import { type Fixture, open, password } from "./fixture.ts";

/** With `asSecondFactor` a passkey is a factor as an authenticator app is. */

const email = "ann@example.com";
const newPassword = "quite another passphrase";
let fixture: Fixture;
beforeEach(() => {
  fixture = open({
    options: { asSecondFactor: true },
    config: { user: { changeEmail: { enabled: true }, deleteUser: { enabled: true, confirmByMail: false } } },
  });
});

async function signIn() {
  const visit = fixture.visit();
  expect((await visit.client.signIn.email({ email, password })).error).toBe(null);
  return visit;
}

const isSignedIn = async ({ client }: Pick<Fixture, "client">) => (await client.getSession()).data !== null;

test("the first passkey ends the sessions without it, and pending sign-ins; a further passkey ends none", async () => {
  const ann = await fixture.signUp(email);
  const attacker = await signIn();
  const device = createAuthenticator();
  expect((await fixture.add(ann.client, device)).error).toBe(null);
  expect(await isSignedIn(attacker)).toBe(false);
  expect(await isSignedIn(ann)).toBe(true);

  const other = fixture.visit();
  expect((await fixture.signInWith(other.client, device)).error).toBe(null);
  expect((await fixture.add(other.client, createAuthenticator())).error).toBe(null);
  expect(await isSignedIn(ann)).toBe(true);
});

test("where passkeys are a way to sign in only, the first passkey ends no session", async () => {
  fixture = open();
  const ann = await fixture.signUp(email);
  const other = await signIn();
  expect((await fixture.add(ann.client, createAuthenticator())).error).toBe(null);
  expect(await isSignedIn(other)).toBe(true);
});

type Client = Fixture["client"];
const changes: Readonly<Record<string, (client: Client) => Promise<{ readonly error: unknown }>>> = {
  "change the address": (client) => client.changeEmail({ newEmail: "eve@example.com" }),
  "change the password": (client) => client.changePassword({ currentPassword: password, newPassword }),
  "delete the user": (client) => client.deleteUser({ password }),
  "unlink an account": (client) => client.unlinkAccount({ providerId: "credential" }),
  "enable an authenticator app": (client) => client.twoFactor.enable({ password }),
  "add a passkey": (client) => client.passkey.generateRegisterOptions(),
};

describe.each(Object.entries(changes))("to %s", (name, change) => {
  test("the passkey is asked for, and the password alone does not step up", async () => {
    const { client, device } = await fixture.enrol("ann");
    fixture.clock.forward({ minutes: 11 });
    expect((await client.stepUp.password({ password })).error).toBe(null);
    const need = { stepUp: { methods: ["passkey"], factors: 2 } };
    expect((await change(client)).error).toMatchObject(need);
    expect((await client.stepUp.methods()).data).toMatchObject({ methods: ["passkey"] });
    const { data } = await client.stepUp.passkeyOptions();
    if (!data) throw new Error("No options.");
    expect((await client.stepUp.passkey({ response: device.authenticate(data) })).error).toBe(null);
    const { error } = await change(client);
    if (name === "unlink an account") expect(error).not.toMatchObject(need);
    else expect(error).toBe(null);
  });
});

describe("a passkey whose device verifies nobody", () => {
  test("alone is offered no second step that it cannot finish", async () => {
    const { device } = await fixture.enrol("ann", { verifies: false });
    const { client, browser } = fixture.visit();
    const { error } = await fixture.signInWith(client, device);
    expect(error).toMatchObject({ status: 403, code: "USER_VERIFICATION_REQUIRED" });
    expect(browser.cookies.cookies.map(({ name }) => name).join()).not.toContain("two_factor");
    // After the password the passkey is the second factor, and the user then changes the account.
    expect((await client.signIn.email({ email, password })).data).toMatchObject({ twoFactorMethods: ["passkey"] });
    expect((await fixture.signInWith(client, device)).data).toMatchObject({ session: { amr: "pwd,hwk,mfa" } });
    expect((await client.changePassword({ currentPassword: password, newPassword })).error).toBe(null);
  });

  test("alone is offered another passkey that verifies the user, or another factor", async () => {
    const { client, device } = await fixture.enrol("ann", { verifies: false });
    const { client: verified } = fixture.visit();
    await verified.signIn.email({ email, password });
    await fixture.signInWith(verified, device);
    const second = createAuthenticator();
    expect((await fixture.add(verified, second)).error).toBe(null);
    expect(await isSignedIn({ client })).toBe(true);
    const visit = fixture.visit();
    expect((await fixture.signInWith(visit.client, device)).data).toMatchObject({ twoFactorMethods: ["passkey"] });
    expect((await fixture.signInWith(visit.client, second)).data).toMatchObject({ session: { amr: "hwk,mfa" } });
  });
});
