import type { AnswerFault, Faults, Json } from "@keyhold/testing/identity-provider";
import { afterEach, describe, expect, test, vi } from "vitest";
import { setOut, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { callsOf } from "./calls.ts";
import { withClaims } from "./faults.ts";
import type { Fixture } from "./fixture.ts";
import { noAnswers, timeoutSeconds } from "./no-answers.ts";
import { come, metadataOf, type OidcFixtureOptions, openOidc } from "./oidc-fixture.ts";

const idp = useIdentityProvider();
const elsewhere = useIdentityProvider();

const open = ({ social, ...options }: OidcFixtureOptions = {}) =>
  openOidc(idp(), { ...options, social: { timeoutSeconds, ...social } });
const start = ({ browser }: Fixture) => browser.post("/sign-in/social", { provider: "example" });

describe("an issuer with a discovery document", () => {
  test.each(noAnswers)("is requested again by the next client after %s", async (_, fault) => {
    const fixture = open();
    const before = elsewhere().calls.length;
    idp().fail({ answers: { discovery: fault(elsewhere()) } });
    const refused = await start(fixture);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(elsewhere().calls.length).toBe(before);
    idp().recover();
    expect((await come(idp(), fixture)).error).toBe(null);
  });

  test.each<readonly [string, Json]>([
    ["a script", { authorization_endpoint: "javascript:alert(1)" }],
    ["a number", { token_endpoint: 7 }],
    ["a path", { token_endpoint: "/token" }],
    ["a host without TLS", { token_endpoint: "http://login.acme.example/token" }],
    ["a host without TLS that looks like this machine", { jwks_uri: "http://127.acme.example/jwks" }],
    ["no place to sign in", { authorization_endpoint: undefined }],
    ["no token endpoint", { token_endpoint: null }],
    ["another issuer", { issuer: "https://evil.example" }],
    ["no issuer", { issuer: undefined }],
  ])("is not believed when it names %s", async (_, changed) => {
    const fixture = open();
    idp().fail({ answers: { discovery: { json: { ...(await metadataOf(idp())), ...changed } } } });
    expect((await start(fixture)).status).toBe(503);
  });

  test.each<readonly [string, (metadata: Json) => AnswerFault, RegExp]>([
    [
      "is no issuer",
      () => ({ status: 404, json: {} }),
      /127\.0\.0\.1:\d+ sent no valid discovery document: it answered 404/,
    ],
    [
      "is another",
      (metadata) => ({ json: { ...metadata, issuer: "https://a.example" } }),
      /The discovery document of 127\.0\.0\.1:\d+ has another issuer/,
    ],
    ["hangs up", () => ({ hangsUp: true }), /127\.0\.0\.1:\d+ sent no valid discovery document: fetch failed/],
  ])("is named in the log where it %s", async (_, fault, logged) => {
    const fixture = open();
    idp().fail({ answers: { discovery: fault(await metadataOf(idp())) } });
    await start(fixture);
    expect(fixture.logged[0]?.cause).toMatch(logged);
  });

  test("with TLS has no endpoint without TLS, not even on this machine", async () => {
    const issuer = "https://login.acme.example";
    const named = { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: "http://127.0.0.1/token" };
    const fixture = open({ issuer, social: { fetch: async () => Response.json(named) } });
    expect((await start(fixture)).status).toBe(503);
  });

  test("gets one request of sixteen concurrent clients, and then one a day", async () => {
    const fixture = open();
    const before = callsOf(idp(), "discovery").length;
    const asked = () => callsOf(idp(), "discovery").length - before;
    await Promise.all(Array.from({ length: 16 }, () => start(fixture)));
    expect(asked()).toBe(1);
    fixture.clock.forward({ hours: 23 });
    await start(fixture);
    expect(asked()).toBe(1);
    fixture.clock.forward({ hours: 2 });
    expect((await start(fixture)).status).toBe(200);
    expect(asked()).toBe(2);
  });

  test("may end in a slash, or have a path", async () => {
    const issuer = "https://login.acme.example/realms/staff/";
    const asked: string[] = [];
    const fetch = async (url: string | URL | Request) => {
      asked.push(String(url));
      return Response.json({ issuer, authorization_endpoint: `${issuer}auth`, token_endpoint: `${issuer}token` });
    };
    const fixture = open({ issuer, social: { fetch } });
    expect(await setOut(fixture, { provider: "example" })).toMatch(
      /^https:\/\/login\.acme\.example\/realms\/staff\/auth\?/,
    );
    expect(asked).toEqual(["https://login.acme.example/realms/staff/.well-known/openid-configuration"]);
  });
});

describe("an issuer whose other endpoints fail", () => {
  test.each(noAnswers)("ends a sign-in at its token endpoint by %s", async (_, fault) => {
    const fixture = open();
    const before = elsewhere().calls.length;
    idp().fail({ answers: { token: fault(elsewhere()) } });
    expect((await come(idp(), fixture)).error).toBe("invalid_code");
    expect(elsewhere().calls.length).toBe(before);
    await fixture.auth.idle();
    expect(JSON.stringify(fixture.logged)).not.toContain(idp().clientSecret);
    idp().recover();
    expect((await come(idp(), fixture)).error).toBe(null);
  });

  test.each(noAnswers)("ends a sign-in at userinfo by %s", async (_, fault) => {
    const fixture = open();
    const before = elsewhere().calls.length;
    idp().fail({ answers: { profile: fault(elsewhere()) } });
    expect((await come(idp(), fixture)).error).toBe("unable_to_get_user_info");
    expect(elsewhere().calls.length).toBe(before);
    idp().recover();
    expect((await come(idp(), fixture)).error).toBe(null);
  });

  test.each(noAnswers)("ends a sign-in at its keys by %s", async (_, fault) => {
    const fixture = open();
    const before = elsewhere().calls.length;
    idp().fail({ answers: { jwks: fault(elsewhere()) } });
    expect((await come(idp(), fixture)).error).toBe("unable_to_get_user_info");
    expect(elsewhere().calls.length).toBe(before);
    idp().recover();
    expect((await come(idp(), fixture)).error).toBe(null);
  });

  test.each<readonly [string, Faults, RegExp]>([
    ["the claim that is wrong", withClaims({ aud: "other" }), /unexpected `aud` claim value/],
    ["the status", { answers: { token: { status: 500, json: {} } } }, /failed: it answered 500/],
    ["what is missing", { tokenAnswer: () => ({ token_type: "bearer" }) }, /`response` body `access_token` property/],
  ])("has %s named in the log", async (_, faults, logged) => {
    const fixture = open();
    idp().fail(faults);
    await come(idp(), fixture);
    await fixture.auth.idle();
    expect(fixture.logged[0]?.cause).toMatch(logged);
  });

  test("is listened to for sixty-four kilobytes, and not for a megabyte", async () => {
    const fixture = open();
    idp().fail({ tokenAnswer: (answer) => ({ ...answer, padding: "x".repeat(1_048_576) }) });
    expect((await come(idp(), fixture)).error).toBe("invalid_code");
    idp().fail({ tokenAnswer: (answer) => ({ ...answer, padding: "x".repeat(65_536) }) });
    expect((await come(idp(), fixture)).error).toBe(null);
  });

  test("gets no token request after a callback of another issuer", async () => {
    const fixture = open();
    const before = callsOf(idp(), "token").length;
    idp().fail({ callback: (sent) => sent.set("iss", elsewhere().origin) });
    expect((await come(idp(), fixture)).error).toBe("invalid_callback_request");
    expect(callsOf(idp(), "token").length).toBe(before);
  });
});

describe("the keys of an issuer", () => {
  const start = new Date("2026-03-01T00:00:00Z").getTime();
  const at = (seconds: number) => vi.setSystemTime(start + seconds * 1000);
  afterEach(() => void vi.useRealTimers());

  test("are fetched once in thirty seconds, with any number of unknown key ids", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    const fixture = open();
    const before = callsOf(idp(), "jwks").length;
    const asked = () => callsOf(idp(), "jwks").length - before;
    expect((await come(idp(), fixture)).error).toBe(null);
    expect(asked()).toBe(1);

    idp().fail({ signature: "unknown key id" });
    for (let times = 0; times < 3; times += 1)
      expect((await come(idp(), fixture)).error).toBe("unable_to_get_user_info");
    expect(asked()).toBe(1);
    at(31);
    for (let times = 0; times < 3; times += 1)
      expect((await come(idp(), fixture)).error).toBe("unable_to_get_user_info");
    expect(asked()).toBe(2);
  });

  test("may change: a new one is found thirty seconds after the last fetch", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    const fixture = open();
    expect((await come(idp(), fixture)).error).toBe(null);
    idp().fail({ signature: "rotated key" });
    at(31);
    expect((await come(idp(), fixture)).error).toBe(null);
    idp().recover();
    expect((await come(idp(), fixture)).error).toBe(null);
  });
});
