import { memory } from "@keyhold/adapter-memory";
import { definePlugin, endpointsFor, redirect, userModel } from "@keyhold/core/plugin";
import { social } from "@keyhold/social";
import { oidc } from "@keyhold/social/oidc";
import { createTestAuth, linkIn } from "@keyhold/testing";
import { type FaultPlan, faulty } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { hasDuplicateSignUp } from "../../../tests/harness/duplicate-sign-up.ts";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { accountAt, ann, come, type Fixture, goThere, openFixture } from "./fixture.ts";

const idp = useIdentityProvider();

/** A schema without checks, for any input and output. */
const anything = { "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) } } as const;

const mallory = { ...ann, subject: "666", email: "mallory@example.com", name: "Mallory" };

const ways = ["/refresh-token", "/get-access-token"] as const;

type TestClient = Pick<Fixture, "browser">;

async function post({ browser }: TestClient, path: string, body: object) {
  const response = await browser.post(path, body);
  return { status: response.status, body: await response.json() };
}

describe("tokens of a refresh", () => {
  test.each(ways)("by %s make no session fresh: only a sign-in does", async (path) => {
    const fixture = openFixture(idp());
    await come(idp(), fixture);
    fixture.clock.forward({ days: 2 });
    const isFresh = async () => (await post(fixture, "/link-social", { provider: "example" })).status === 200;
    expect(await isFresh()).toBe(false);
    const { body } = await post(fixture, path, { providerId: "google" });
    await post(fixture, "/sign-in/social", { provider: "google", idToken: { token: body.idToken ?? "none" } });
    expect(await isFresh()).toBe(false);
  });

  /** Ann's refresh token leaked. The token is useless without the app's secret. Mallory sends it as if it were hers. */
  async function smuggle() {
    const fixture = openFixture(idp());
    await come(idp(), fixture, { at: fixture.visit() });
    const { refreshToken } = await accountAt(fixture, "google");
    const intruder = fixture.visit();
    const token = await idp().idToken("google", mallory);
    const idToken = { token, accessToken: "whatever", refreshToken, expiresAt: 1 };
    await post(intruder, "/sign-in/social", { provider: "google", idToken });
    return { fixture, intruder };
  }

  test.each(ways)("by %s are of the account's own user, or not issued", async (path) => {
    const { intruder } = await smuggle();
    const { status, body } = await post(intruder, path, { providerId: "google" });
    expect([status, body.accessToken, body.idToken]).toEqual([400, undefined, undefined]);
  });

  test("sign no attacker in as the user of a stolen refresh token", async () => {
    const { fixture, intruder } = await smuggle();
    const { body } = await post(intruder, "/refresh-token", { providerId: "google" });
    const visitor = fixture.visit();
    await post(visitor, "/sign-in/social", { provider: "google", idToken: { token: body.idToken ?? "none" } });
    expect((await visitor.client.getSession()).data?.user.email).toBe(undefined);
  });
});

describe("an email address that Mallory signed up with before its owner signed in with a provider that has not verified it", () => {
  const config = { emailAndPassword: { requireEmailVerification: true } };
  const unverified = { ...ann, emailVerified: false };

  test("does not sign in with the earlier password after the owner follows the link of the email", async () => {
    const fixture = openFixture(idp(), { config });
    const password = "the password of Mallory";
    await fixture.visit().browser.post("/sign-up/email", { name: "Mallory", email: ann.email, password });
    const message = await fixture.mailbox.waitFor(ann.email, { kind: "verify-email" });
    expect((await come(idp(), fixture, { as: unverified })).error).toBe("email_not_verified");
    await fixture.auth.idle();
    await fixture.browser.follow(linkIn(message));
    const signedIn = await fixture.visit().client.signIn.email({ email: ann.email, password });
    expect(signedIn.data).toBe(null);
  });

  test("does not sign in with the earlier identity after the owner follows the link of the email", async () => {
    const fixture = openFixture(idp(), { config });
    const theirs = { ...unverified, subject: "mallory" };
    await come(idp(), fixture, { as: theirs, at: fixture.visit(), provider: "example" });
    const message = await fixture.mailbox.waitFor(ann.email, { kind: "verify-email" });
    expect((await come(idp(), fixture, { as: unverified })).error).toBe("email_not_verified");
    await fixture.auth.idle();
    await fixture.browser.follow(linkIn(message));
    const intruder = fixture.visit();
    await come(idp(), fixture, { as: theirs, at: intruder, provider: "example" });
    expect((await intruder.client.getSession()).data?.user.email).toBe(undefined);
  });

  test("counts as an unverified duplicate sign-up from then on", async () => {
    const fixture = openFixture(idp(), { config });
    await fixture
      .visit()
      .browser.post("/sign-up/email", { name: "Mallory", email: ann.email, password: "hers, and long" });
    await come(idp(), fixture, { as: unverified });
    await fixture.auth.idle();
    const user = await fixture.db.find(userModel, { email: ann.email });
    expect(user && (await hasDuplicateSignUp(fixture, user))).toBe(true);
  });
});

describe("a route that accepts a cross-site form post", () => {
  const declare = endpointsFor<unknown, Record<string, never>>({});
  const form = { takesCrossSiteForm: true, doc: "Takes a form.", input: anything } as const;

  test("reads no cookie, though a form of a sibling subdomain sends them", async () => {
    const heard: unknown[] = [];
    const act = declare({
      ...form,
      route: "POST /act",
      access: "public",
      output: anything,
      handle({ caller }) {
        heard.push(caller.sessionToken, caller.cookieHeader);
        return redirect("https://app.example.com/");
      },
    });
    const fixture = createTestAuth({ plugins: [definePlugin({ id: "acting", pages: [act] })] });
    const { browser } = await fixture.signUp(ann.email);
    await browser.fetch("/act", {
      method: "POST",
      body: new URLSearchParams(),
      headers: { origin: "https://evil.example.com", "sec-fetch-site": "same-site" },
    });
    expect(heard).toEqual([null, null]);
  });
});

test("a request is answered even if the page for its error cannot be rendered", async () => {
  const broken = endpointsFor<unknown, Record<string, never>>({})({
    route: "GET /broken",
    access: "session",
    doc: "Cannot even refuse.",
    input: anything,
    output: anything,
    errorRedirect: () => {
      throw new Error("No page.");
    },
    handle: () => redirect("https://app.example.com/"),
  });
  const plugin = definePlugin({ id: "breaking", pages: [broken] });
  const { fetch } = createTestAuth({ plugins: [plugin] });
  expect((await fetch("/broken")).status).toBe(500);
});

test.each(["email", "username", "verify-email", "change-password"])(
  "no provider is called %j, which rules know as another way to sign in",
  (id) => {
    const { origin: issuer, clientId, clientSecret, fetch } = idp();
    const providers = [oidc({ id, issuer, clientId, clientSecret })];
    expect(() => createTestAuth({ plugins: [social({ providers, fetch })] })).toThrow(`"${id}"`);
  },
);

test("text in a callback's path reaches neither the log nor an event", async () => {
  const plan: FaultPlan = {};
  const fixture = openFixture(idp(), { config: { database: faulty(memory(), plan) } });
  const state = "s".repeat(32);
  plan.isUnavailable = true;
  const forged = encodeURIComponent("x\n[keyhold] Mallory was let in.");
  await fixture.browser.fetch(`/callback/${forged}?state=${state}`);
  plan.isUnavailable = false;
  await fixture.browser.fetch(`/callback/${forged}`);
  await fixture.browser.fetch(`/callback/${"x".repeat(4000)}`);
  await fixture.auth.idle();
  expect(JSON.stringify([fixture.logged, fixture.events])).not.toMatch(/Mallory was let in|x{256}/);
});

test("a sibling subdomain that sets a cookie of its own flow does not block the user's callback", async () => {
  const flow = openFixture(idp(), { config: { cookies: { domain: "example.com" } } });
  const sibling = flow.visit().browser;
  await goThere({ ...flow, browser: sibling });
  const url = await goThere(flow);
  const cookie = `${sibling.cookies.header()}; ${flow.browser.cookies.header()}`;
  const response = await flow.auth.handler(new Request(url, { headers: { cookie } }));
  expect(response.headers.get("location")).toBe("https://app.example.com/home");
});

test("callbacks by a form, which redirects to a GET, have the same rate limit as others", async () => {
  const fixture = openFixture(idp(), { config: { rateLimit: { enabled: true } } });
  const form = { method: "POST", body: new URLSearchParams({ state: "x" }) };
  for (let turn = 0; turn < 60; turn += 1) {
    const sentOn = (await fixture.browser.fetch("/callback/google", form)).headers.get("location") ?? "";
    expect([turn, new URL(sentOn).pathname]).toEqual([turn, "/api/auth/callback/google"]);
    const landed = (await fixture.browser.fetch(sentOn)).headers.get("location") ?? "";
    expect([turn, new URL(landed).searchParams.get("error")]).toEqual([turn, "please_restart_the_process"]);
  }
});

test("many ID tokens with unknown key ids cause one request for keys, and other sign-ins go on", async () => {
  const fixture = openFixture(idp());
  const isKeys = ({ endpoint }: { readonly endpoint: string }) => endpoint === "jwks";
  const before = idp().calls.filter(isKeys).length;
  idp().fail({ signature: "unknown key id" });
  const token = await idp().idToken("google", mallory);
  const all = Array.from({ length: 40 }, () =>
    post(fixture.visit(), "/sign-in/social", { provider: "google", idToken: { token } }),
  );
  expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([401]));
  expect(idp().calls.filter(isKeys).length - before).toBeLessThanOrEqual(2);
  idp().recover();
  expect((await come(idp(), fixture)).error).toBe(null);
});
