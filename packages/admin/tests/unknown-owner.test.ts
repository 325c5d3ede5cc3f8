import { accountModel, userModel } from "@keyhold/core/plugin";
import { linkIn } from "@keyhold/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { errorOf, type Fixture, open, type Person } from "./fixture.ts";

/*
 * Mallory signs up with the address of a colleague who is about to become an administrator. The address may be verified
 * later, by the colleague in another browser (decision 0038).
 */

const email = "ceo@example.com";
const newPassword = "quite another passphrase";
let fixture: Fixture;
let admin: Person;
let mallory: Awaited<ReturnType<Fixture["signUp"]>>;
beforeEach(async () => {
  fixture = open();
  admin = await fixture.join("admin", "admin");
  mallory = await fixture.signUp(email, { name: "Mallory" });
});

/** The owner of the mailbox follows the link of the sign-up in a browser without a session. */
async function followLink(): Promise<void> {
  const { user } = mallory;
  fixture.clock.forward({ seconds: 10 });
  await fixture.visit().browser.follow(linkIn(await fixture.mailbox.waitFor(email, { kind: "verify-email" })));
  expect(await fixture.rowOf(user.id)).toMatchObject({ emailVerified: true });
}

const signIn = async (password: string) => {
  const visit = fixture.visit();
  return { ...visit, error: errorOf(await visit.client.signIn.email({ email, password })) };
};
const roleOf = async () => (await fixture.rowOf(mallory.user.id))?.role;
/** Links an account at a provider to Mallory's user. */
const plant = (accountId: string) =>
  fixture.db.transactionOn(userModel, mallory.user.id, (tx, user) => {
    const at = fixture.clock.now();
    const account = { userId: user.id, providerId: "example", accountId, createdAt: at, updatedAt: at };
    return tx.insert(accountModel, account, user);
  });
const isSignedIn = async () => (await mallory.client.getSession()).data !== null;
const appoint = (given: object = {}) =>
  fixture.auth.api.admin.appointUser({ userId: mallory.user.id, role: "admin", ...given });

describe("setRole gives no permissions", () => {
  test.each(["admin", "support"])("of the role %s to a user whose owner is not known", async (role) => {
    await followLink();
    const { user } = mallory;
    const answer = await admin.client.admin.setRole({ userId: user.id, role });
    expect(errorOf(answer)).toEqual({ status: 403, code: "EMAIL_NOT_CONFIRMED" });
    expect(await roleOf()).toBe("user");
    expect(errorOf(await admin.client.admin.setRole({ userId: user.id, role: "user" }))).toBe(null);
  });

  test("to an unverified user where the app requires verified addresses", async () => {
    const strict = open({ config: { emailAndPassword: { enabled: true, requireEmailVerification: true } } });
    const { user } = await strict.auth.api.createUser({
      email: "admin@example.com",
      name: "Ann",
      emailVerified: true,
      password: newPassword,
    });
    await strict.change(user.id, { role: "admin" });
    const boss = strict.visit();
    await boss.client.signIn.email({ email: "admin@example.com", password: newPassword });
    const { user: unverified } = await strict.auth.api.createUser({ email, name: "Mallory" });
    const answer = await boss.client.admin.setRole({ userId: unverified.id, role: "admin" });
    expect(errorOf(answer)).toEqual({ status: 403, code: "EMAIL_NOT_CONFIRMED" });
  });

  test("until the owner of the mailbox has set a password by email", async () => {
    await followLink();
    await fixture.client.requestPasswordReset({ email });
    const { token } = await fixture.mailbox.waitFor(email, { kind: "reset-password" });
    await fixture.client.resetPassword({ token, newPassword });
    expect(errorOf(await admin.client.admin.setRole({ userId: mallory.user.id, role: "admin" }))).toBe(null);
    expect(await roleOf()).toBe("admin");
    expect(await isSignedIn()).toBe(false);
  });
});

test("a password by an administrator removes the other credentials of a user whose owner is not known", async () => {
  await followLink();
  const { user } = mallory;
  await plant("mallory");
  const setPassword = () => admin.client.admin.setUserPassword({ userId: user.id, newPassword });
  expect(errorOf(await setPassword())).toBe(null);
  expect(await fixture.auth.api.admin.inspectUser({ email })).toMatchObject({
    providers: ["credential"],
    hasKnownOwner: true,
  });

  // Of a known owner an administrator changes the password only.
  await plant("ceo");
  expect(errorOf(await setPassword())).toBe(null);
  expect(await fixture.auth.api.admin.inspectUser({ email })).toMatchObject({
    providers: expect.arrayContaining(["credential", "example"]),
  });
});

test("a password by an administrator removes what was added before the address is verified at all", async () => {
  await plant("mallory");
  expect(errorOf(await admin.client.admin.setUserPassword({ userId: mallory.user.id, newPassword }))).toBe(null);
  expect(await fixture.auth.api.admin.inspectUser({ email })).toMatchObject({ providers: ["credential"] });
  expect(await isSignedIn()).toBe(false);
});

describe.each(["unverified", "verified elsewhere"])("appointUser for an address that is %s", (state) => {
  beforeEach(async () => {
    if (state === "verified elsewhere") await followLink();
  });

  test("fails, and changes nothing", async () => {
    expect(await fixture.auth.api.admin.inspectUser({ email })).toMatchObject({
      user: { id: mallory.user.id, emailVerified: state !== "unverified" },
      hasKnownOwner: false,
      providers: ["credential"],
      otherWays: 0,
      sessions: 1,
    });
    await expect(appoint()).rejects.toMatchObject({ code: "EMAIL_NOT_CONFIRMED", status: 403 });
    expect(await roleOf()).toBe("user");
    expect(await isSignedIn()).toBe(true);
  });

  test("removes every credential and session with `claim`, and sets the password", async () => {
    const { user } = await appoint({ claim: true, password: newPassword });
    expect(user).toMatchObject({ emailVerified: true, role: "admin" });
    expect(await isSignedIn()).toBe(false);
    expect((await signIn(mallory.password)).error?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
    const owner = await signIn(newPassword);
    expect(owner.error).toBe(null);
    expect((await owner.client.admin.listUsers()).error).toBe(null);
    expect(await fixture.auth.api.admin.inspectUser({ email })).toMatchObject({ hasKnownOwner: true });
  });

  test("leaves no password with `claim` alone", async () => {
    await appoint({ claim: true });
    expect((await signIn(mallory.password)).error?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
    expect(await fixture.auth.api.admin.inspectUser({ email })).toMatchObject({ providers: [], sessions: 0 });
  });
});

describe("appointUser", () => {
  test("gives the role to a known owner, whose password stays and whose sessions end", async () => {
    await fixture.change(mallory.user.id, { emailVerified: true });
    await expect(appoint({ password: newPassword })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await appoint();
    expect(await roleOf()).toBe("admin");
    expect(await isSignedIn()).toBe(false);
    expect((await signIn(mallory.password)).error).toBe(null);
  });

  test.each([
    [{ userId: "nobody" }, "USER_NOT_FOUND"],
    [{ role: "boss" }, "ROLE_NOT_FOUND"],
    [{ claim: true, password: "short" }, "PASSWORD_TOO_SHORT"],
  ])("rejects %j", async (given, code) => {
    await expect(appoint(given)).rejects.toMatchObject({ code });
    expect(await roleOf()).toBe("user");
    expect(await isSignedIn()).toBe(true);
  });

  test.each(["/admin/appoint-user", "/admin/inspect-user"])("%s does not exist over HTTP", async (path) => {
    const response = await admin.browser.post(path, { userId: mallory.user.id, role: "admin", email, claim: true });
    expect(response.status).toBe(404);
    expect(await roleOf()).toBe("user");
  });
});

test("createUser and importUsers change no user who has the address already", async () => {
  const given = { email, name: "Chief", emailVerified: true, role: "admin" };
  await expect(fixture.auth.api.createUser({ ...given, password: newPassword })).rejects.toMatchObject({
    code: "USER_ALREADY_EXISTS",
  });
  const { imported, rejected } = await fixture.auth.api.importUsers({ users: [given] });
  expect({ imported, rejected }).toEqual({ imported: 0, rejected: [{ index: 0, code: "USER_ALREADY_EXISTS" }] });
  const created = await admin.client.admin.createUser({ email, name: "Chief", role: "admin" });
  expect(errorOf(created)?.code).toBe("USER_ALREADY_EXISTS");
  expect(await fixture.rowOf(mallory.user.id)).toMatchObject({ name: "Mallory", role: "user", emailVerified: false });
});
