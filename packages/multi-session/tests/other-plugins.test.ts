import { anonymous } from "@keyhold/anonymous";
import { anonymousClient } from "@keyhold/anonymous/client";
import type { SecondaryStorage } from "@keyhold/core/adapter";
import { magicLink } from "@keyhold/magic-link";
import { multiSession } from "@keyhold/multi-session";
import { multiSessionClient } from "@keyhold/multi-session/client";
import { oneTimeToken } from "@keyhold/one-time-token";
import { oneTimeTokenClient } from "@keyhold/one-time-token/client";
import { organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { createTestAuth, memoryStorage } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { beforeEach, describe, expect, test } from "vitest";
import { codeAt } from "../../../tests/harness/authenticator-app.ts";
import { TokenClient } from "../../../tests/harness/token-client.ts";
import { origin, password } from "./fixture.ts";

const open = (config: { readonly secondaryStorage?: SecondaryStorage } = {}) =>
  createTestAuth({
    plugins: [multiSession(), twoFactor(), organization(), oneTimeToken(), magicLink(), anonymous()],
    clientPlugins: [
      multiSessionClient(),
      twoFactorClient(),
      organizationClient(),
      oneTimeTokenClient(),
      anonymousClient(),
    ],
    config: { ...config, session: { bearer: true } },
  });

let fixture: ReturnType<typeof open>;
beforeEach(() => {
  fixture = open();
});

type Visit = ReturnType<typeof fixture.visit>;

const emailOf = (name: string): string => `${name}@example.com`;

async function accounts({ client }: Pick<Visit, "client">): Promise<readonly string[]> {
  const { data } = await client.multiSession.listDeviceSessions();
  return data?.map(({ user, isActive }) => `${user.name}${isActive ? "*" : ""}`) ?? [];
}

async function switchTo({ client }: Pick<Visit, "client">, name: string): Promise<void> {
  const { data } = await client.multiSession.listDeviceSessions();
  const sessionToken = data?.find(({ user }) => user.name === name)?.session.token ?? "";
  expect((await client.multiSession.setActive({ sessionToken })).error).toBe(null);
}

/** Signs up in a browser. */
async function signUp({ client }: Pick<Visit, "client">, name: string): Promise<void> {
  fixture.clock.forward({ seconds: 1 });
  expect((await client.signUp.email({ name, email: emailOf(name), password })).error).toBe(null);
}

/** A user with an authenticator app, in a browser of its own. */
async function enrol(name: string) {
  const visit = fixture.visit();
  await signUp(visit, name);
  const { data } = await visit.client.twoFactor.enable({ password });
  const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
  const code = (): string => {
    fixture.clock.forward({ seconds: 30 });
    return codeAt(secret, fixture.clock.now());
  };
  expect((await visit.client.twoFactor.verifyTotp({ code: code() })).error).toBe(null);
  return { ...visit, code };
}

describe("a second account with a second factor", () => {
  test("is no account of the browser until the factor is given", async () => {
    const bob = await enrol("bob");
    const visit = fixture.visit();
    await signUp(visit, "ada");
    const begun = await visit.client.signIn.email({ email: emailOf("bob"), password });
    expect(begun.data).toMatchObject({ twoFactorRedirect: true });
    expect(await accounts(visit)).toEqual(["ada*"]);
    expect((await visit.client.twoFactor.verifyTotp({ code: bob.code() })).error).toBe(null);
    expect(await accounts(visit)).toEqual(["bob*", "ada"]);
  });

  test("is opened by no pending sign-in after a switch to another account", async () => {
    const bob = await enrol("bob");
    const visit = fixture.visit();
    await signUp(visit, "ada");
    await signUp(visit, "cyd");
    await visit.client.signIn.email({ email: emailOf("bob"), password });
    await switchTo(visit, "ada");
    expect((await visit.client.twoFactor.verifyTotp({ code: bob.code() })).error).not.toBe(null);
    expect(await accounts(visit)).toEqual(["cyd", "ada*"]);
  });

  test("gives the other account neither its factor nor its time", async () => {
    const bob = await enrol("bob");
    const visit = fixture.visit();
    await signUp(visit, "ada");
    fixture.clock.forward({ days: 2 });
    await visit.client.signIn.email({ email: emailOf("bob"), password });
    await visit.client.twoFactor.verifyTotp({ code: bob.code() });
    const ofBob = (await visit.client.getSession()).data?.session;
    await switchTo(visit, "ada");
    const ofAda = (await visit.client.getSession()).data?.session;
    expect(ofBob?.factorTime).toEqual(fixture.clock.now());
    expect(ofAda).toMatchObject({ amr: "pwd", factorTime: null });
    expect(Number(ofAda?.authTime)).toBeLessThan(fixture.clock.now().getTime() - 86_400_000);
    // A route that needs a recent proof asks the active account.
    expect((await visit.client.twoFactor.enable({ password: "wrong password" })).error).not.toBe(null);
  });

  test("trusts the browser for itself alone", async () => {
    const bob = await enrol("bob");
    const cyd = await enrol("cyd");
    const visit = fixture.visit();
    await visit.client.signIn.email({ email: emailOf("bob"), password });
    expect((await visit.client.twoFactor.verifyTotp({ code: bob.code(), trustDevice: true })).error).toBe(null);
    const asked = await visit.client.signIn.email({ email: emailOf("cyd"), password });
    expect(asked.data).toMatchObject({ twoFactorRedirect: true });
    expect((await visit.client.twoFactor.verifyTotp({ code: cyd.code(), trustDevice: true })).error).toBe(null);
    for (const name of ["bob", "cyd"]) {
      const { data } = await visit.client.signIn.email({ email: emailOf(name), password });
      expect(data).not.toHaveProperty("twoFactorRedirect");
    }
    expect((await accounts(visit)).toSorted()).toEqual(["bob", "cyd*"]);
  });
});

test("the active organization is of the active account", async () => {
  const visit = fixture.visit();
  await signUp(visit, "ada");
  const made = await visit.client.organization.create({ name: "Acme", slug: "acme" });
  await signUp(visit, "bob");
  const activeOf = async () => (await visit.client.getSession()).data?.session.activeOrganizationId;
  expect(await activeOf()).toBe(null);
  await switchTo(visit, "ada");
  expect(await activeOf()).toBe(made.data?.id);
  await switchTo(visit, "bob");
  expect((await visit.client.organization.getFullOrganization()).data).toBe(null);
});

test("a session by a one-time token joins the accounts, and ends with its first session", async () => {
  const first = fixture.visit();
  await signUp(first, "ada");
  const { token } = await fixture.auth.api.oneTimeToken.generate({}, { headers: first.browser.headers() });
  const second = fixture.visit();
  await signUp(second, "bob");
  expect((await second.client.oneTimeToken.verify({ token })).error).toBe(null);
  expect((await accounts(second)).toSorted()).toEqual(["ada*", "bob"]);
  await first.client.signOut();
  expect((await second.client.getSession()).data).toMatchObject({ user: { name: "bob" }, switched: true });
});

test("a one-time token of another host opens a session beside the parked first session, also above the maximum", async () => {
  const [first, second] = [fixture.visit(), fixture.visit()];
  const tokenOf = ({ browser }: Pick<Visit, "browser">) =>
    fixture.auth.api.oneTimeToken.generate({}, { headers: browser.headers() });
  await signUp(first, "ada");
  expect((await second.client.oneTimeToken.verify(await tokenOf(first))).error).toBe(null);
  for (const name of ["bob", "cyd", "dan", "eve"]) await signUp(first, name);
  expect((await first.client.oneTimeToken.verify(await tokenOf(second))).error).toBe(null);
  expect((await accounts(first)).toSorted()).toEqual(["ada", "ada*", "cyd", "dan", "eve"]);
  expect((await second.client.getSession()).data?.user.name).toBe("ada");
  await first.client.signOut();
  expect((await second.client.getSession()).data).toBe(null);
});

describe("a guest", () => {
  test("who signs up is one account, and the other accounts stay", async () => {
    const visit = fixture.visit();
    await visit.client.signIn.anonymous();
    await signUp(visit, "ada");
    await signUp(visit, "bob");
    expect(await accounts(visit)).toEqual(["bob*", "ada"]);
  });

  test("who signs in to an account goes, and is no account of the browser", async () => {
    await signUp(fixture.visit(), "ada");
    const visit = fixture.visit();
    await visit.client.signIn.anonymous();
    fixture.clock.forward({ seconds: 1 });
    expect((await visit.client.signIn.email({ email: emailOf("ada"), password })).error).toBe(null);
    expect(await accounts(visit)).toEqual(["ada*"]);
    await signUp(visit, "bob");
    expect(await accounts(visit)).toEqual(["bob*", "ada"]);
  });
});

describe("an app without cookies", () => {
  async function prepare() {
    const app = new TokenClient(fixture.auth.handler, origin);
    for (const name of ["ada", "bob"]) {
      fixture.clock.forward({ seconds: 1 });
      await app.post("/sign-up/email", { name, email: emailOf(name), password });
    }
    return app;
  }
  const listed = async (app: TokenClient) => {
    const { body } = await app.get("/multi-session/list-device-sessions");
    return body as unknown as readonly { session: { token: string }; user: { name: string }; isActive: boolean }[];
  };
  const named = async (app: TokenClient) => (await listed(app)).map(({ user }) => user.name);

  test("switches by the state that it keeps, and gets a token of the other account", async () => {
    const app = await prepare();
    expect([await named(app), app.state.has("device")]).toEqual([["bob", "ada"], true]);
    const before = app.token;
    const sessionToken = (await listed(app)).find(({ user }) => user.name === "ada")?.session.token;
    const copy = app.copy();
    expect((await app.post("/multi-session/set-active", { sessionToken })).status).toBe(200);
    expect(app.token).not.toBe(before);
    expect((await app.get("/get-session")).body?.user).toMatchObject({ name: "ada" });
    copy.state.clear();
    expect((await copy.get("/get-session")).body).toBe(null);
  });

  test("has no cached session of the account that a replaced token has left", async () => {
    fixture = open({ secondaryStorage: memoryStorage() });
    const app = await prepare();
    const former = app.copy();
    fixture.clock.forward({ days: 2 });
    expect((await app.get("/get-session")).body?.user).toMatchObject({ name: "bob" });
    expect(app.token).not.toBe(former.token);
    await app.get("/get-session");
    await fixture.auth.idle();
    const sessionToken = (await listed(former)).find(({ user }) => user.name === "ada")?.session.token;
    expect((await former.post("/multi-session/set-active", { sessionToken })).status).toBe(200);
    app.state.clear();
    expect((await app.get("/get-session")).body).toBe(null);
  });

  test("without that state has the account of its token alone", async () => {
    const app = await prepare();
    app.state.clear();
    expect(await named(app)).toEqual(["bob"]);
    expect((await app.post("/multi-session/set-active", { sessionToken: "x" })).status).toBe(401);
  });

  test("signs out of all accounts, or of the active account", async () => {
    const app = await prepare();
    await app.post("/sign-out", { only: "active" });
    expect((await app.get("/get-session")).body?.user).toMatchObject({ name: "ada" });
    await app.post("/sign-out");
    expect([(await app.get("/get-session")).body, app.state.has("device")]).toEqual([null, false]);
  });
});

test("`maxSessionsPerUser` counts the sessions of a user in all browsers", async () => {
  const limited = createTestAuth({
    plugins: [multiSession()],
    clientPlugins: [multiSessionClient()],
    config: { session: { maxSessionsPerUser: 1 } },
  });
  const { client } = await limited.signUp(emailOf("ada"), { password });
  await client.signUp.email({ name: "bob", email: emailOf("bob"), password });
  await limited.visit().client.signIn.email({ email: emailOf("ada"), password });
  const { data } = await client.multiSession.listDeviceSessions();
  expect(data?.map(({ user }) => user.name)).toEqual(["bob"]);
});
