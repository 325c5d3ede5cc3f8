import { createHash } from "node:crypto";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { apple } from "@keyhold/social/apple";
import { linkedin } from "@keyhold/social/linkedin";
import { appleKey, dialects, type Json } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { type Fixture, openFixture, openSocial } from "./fixture.ts";

const idp = useIdentityProvider();
const john = dialects.google.sample;
type Client = Pick<Fixture, "browser">;

async function nonceOf({ browser }: Client, provider = "google"): Promise<string> {
  const response = await browser.post("/sign-in/social-nonce", { provider });
  return ((await response.json()) as { readonly nonce: string }).nonce;
}

async function send(
  { browser }: Client,
  idToken: object,
  { path = "/sign-in/social", provider = "google" } = {},
): Promise<{ readonly status: number; readonly code?: unknown }> {
  const response = await browser.post(path, { provider, idToken });
  const { code } = (await response.json()) as Json;
  return { status: response.status, ...(code !== undefined && { code }) };
}

const tokenOf = (claims: Json): Promise<string> => idp().idToken("google", john, claims);
const invalid = { status: 401, code: "INVALID_TOKEN" };
const bearer = { config: { session: { bearer: true } } };

/** A client in token mode, which keeps the value of `set-auth-state`. */
function appOf({ browser }: Client) {
  let state = "";
  return async (path: string, body: object): Promise<Response> => {
    const response = await browser.fetch(path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-return-token": "1",
        ...(state !== "" && { "auth-state": state }),
      },
      body: JSON.stringify(body),
    });
    state = response.headers.get("set-auth-state")?.split(";")[0] ?? state;
    return response;
  };
}

describe("a nonce of the server", () => {
  test("signs in with one ID token, once", async () => {
    const flow = openFixture(idp(), { google: { requireNonce: true } });
    const nonce = await nonceOf(flow);
    expect(nonce).toMatch(/^once-[A-Za-z0-9]{38}$/);
    const idToken = { token: await tokenOf({ nonce }), nonce };
    expect(await send(flow, idToken)).toEqual({ status: 200 });
    expect(await send(flow, idToken)).toEqual(invalid);
    expect(await flow.db.count(sessionModel, {})).toBe(1);
  });

  test("gives one session to sixteen callers", async () => {
    const flow = openFixture(idp());
    const nonce = await nonceOf(flow);
    const idToken = { token: await tokenOf({ nonce }), nonce };
    const answers = await Promise.all(Array.from({ length: 16 }, () => send(flow, idToken)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200)).toEqual(Array(15).fill(invalid));
    expect(await flow.db.count(sessionModel, {})).toBe(1);
  });

  test("links an ID token, once", async () => {
    const flow = openFixture(idp(), { google: { requireNonce: true } });
    const ann = await flow.signUp(john.email ?? "");
    const nonce = await nonceOf(ann);
    const idToken = { token: await tokenOf({ nonce }), nonce };
    expect(await send(ann, idToken, { path: "/link-social" })).toEqual({ status: 200 });
    expect(await send(ann, idToken, { path: "/link-social" })).toEqual(invalid);
  });

  test("works in token mode, in the client that keeps its state", async () => {
    const flow = openFixture(idp(), bearer);
    const app = appOf(flow.visit());
    const { nonce } = (await (await app("/sign-in/social-nonce", { provider: "google" })).json()) as { nonce: string };
    const body = { provider: "google", idToken: { token: await tokenOf({ nonce }), nonce } };
    expect((await appOf(flow.visit())("/sign-in/social", body)).status).toBe(401);
    const answer = await app("/sign-in/social", body);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("set-auth-token")).toMatch(/^[A-Za-z0-9]{32}$/);
    expect((await app("/sign-in/social", body)).status).toBe(401);
  });

  test("does not work in another browser, and stays valid in its own", async () => {
    const flow = openFixture(idp());
    const nonce = await nonceOf(flow);
    const idToken = { token: await tokenOf({ nonce }), nonce };
    const other = flow.visit();
    await nonceOf(other);
    expect(await send(other, idToken)).toEqual(invalid);
    expect(await send(flow, idToken)).toEqual({ status: 200 });
  });

  test("expires after five minutes", async () => {
    const flow = openFixture(idp());
    const nonce = await nonceOf(flow);
    flow.clock.forward({ minutes: 5, seconds: 1 });
    expect(await send(flow, { token: await tokenOf({ nonce }), nonce })).toEqual(invalid);
  });

  test("stays valid after an ID token that is invalid", async () => {
    const flow = openFixture(idp());
    const nonce = await nonceOf(flow);
    expect(await send(flow, { token: await tokenOf({ nonce, aud: "another" }), nonce })).toEqual(invalid);
    expect(await send(flow, { token: await tokenOf({ nonce }), nonce })).toEqual({ status: 200 });
  });

  test("is for one provider", async () => {
    const flow = openSocial(idp(), [
      ...[apple({ clientId: idp().clientId, ...appleKey() })],
      ...[apple({ clientId: idp().clientId, ...appleKey() })].map((one) => ({ ...one, id: "other" })),
    ]);
    const nonce = await nonceOf(flow, "apple");
    const token = await idp().idToken("apple", dialects.apple.sample, { nonce });
    expect(await send(flow, { token, nonce }, { provider: "other" })).toEqual(invalid);
    expect(await send(flow, { token, nonce }, { provider: "apple" })).toEqual({ status: 200 });
  });

  test("is accepted as SHA-256 in hexadecimal in an ID token of Apple", async () => {
    const flow = openSocial(idp(), [apple({ clientId: idp().clientId, ...appleKey(), requireNonce: true })]);
    const nonce = await nonceOf(flow, "apple");
    const hashed = createHash("sha256").update(nonce).digest("hex");
    const token = await idp().idToken("apple", dialects.apple.sample, { nonce: hashed });
    expect(await send(flow, { token, nonce: hashed }, { provider: "apple" })).toEqual(invalid);
    expect(await send(flow, { token, nonce }, { provider: "apple" })).toEqual({ status: 200 });
    expect(await send(flow, { token, nonce }, { provider: "apple" })).toEqual(invalid);
  });

  test("cannot be left out of the input", async () => {
    const flow = openFixture(idp());
    const nonce = await nonceOf(flow);
    expect(await send(flow, { token: await tokenOf({ nonce }) })).toEqual(invalid);
  });
});

describe("requireNonce", () => {
  test.each([
    ["no nonce", {}, {}],
    ["a nonce of the client", { nonce: "n-1" }, { nonce: "n-1" }],
    ["a nonce that was not issued", { nonce: `once-${"x".repeat(38)}` }, { nonce: `once-${"x".repeat(38)}` }],
  ])("rejects an ID token with %s", async (_, claims, input) => {
    const flow = openFixture(idp(), { google: { requireNonce: true } });
    expect(await send(flow, { token: await tokenOf(claims), ...input })).toEqual(invalid);
    expect(await flow.db.count(userModel, {})).toBe(0);
  });

  test("is a config error of a provider without nonces", () => {
    const { clientId, clientSecret } = idp();
    expect(() => openSocial(idp(), [linkedin({ clientId, clientSecret, requireNonce: true })])).toThrow(
      "linkedin: requireNonce: the provider has no ID tokens with a nonce",
    );
  });
});

describe("the route of nonces", () => {
  test.each([
    [{}, 400],
    [{ provider: 1 }, 400],
    [{ provider: "x" }, 404],
  ])("answers a wrong input with a code: %j", async (body, status) => {
    const response = await openFixture(idp()).browser.post("/sign-in/social-nonce", body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/) });
  });

  test("is not there for a provider that takes no ID tokens", async () => {
    const flow = openFixture(idp(), { google: { disableIdTokenSignIn: true } });
    const response = await flow.browser.post("/sign-in/social-nonce", { provider: "google" });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "ID_TOKEN_NOT_SUPPORTED" });
  });
});
