import { crc32 } from "node:zlib";
import { apiKey } from "@keyhold/api-key";
import { apiKeyClient } from "@keyhold/api-key/client";
import { looksLikeKey, makePastedSecret, principalAllows, type RequestUrl } from "@keyhold/core/principal";
import { inspect } from "@keyhold/core/tools";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { beforeEach, describe, expect, test } from "vitest";
import { codeOfUri } from "../../../tests/harness/authenticator-app.ts";
import { codeOf, email, type Fixture, open } from "./fixture.ts";

let fixture: Fixture;
beforeEach(() => {
  fixture = open();
});

/** Ada with a session and a key that may read files. */
async function ada(of: Fixture = fixture, more: object = {}) {
  const signedUp = await of.signUp(email);
  const permissions = { files: ["read"] };
  const made = await (await signedUp.browser.post("/api-key/create", { permissions, ...more })).json();
  return { ...signedUp, ...(made as { readonly id: string; readonly key: string }) };
}

const cookieOf = (browser: { headers(): Headers }): string => browser.headers().get("cookie") ?? "";

describe("getPrincipal with the method of a request", () => {
  const own = "https://app.example.com";
  const askAs = (headers: Record<string, string>, method?: string, of = fixture) =>
    of.auth.api.getPrincipal({ method }, { headers: new Headers(headers) }).then(
      (principal) => principal?.kind ?? null,
      (error: unknown) => (error as { readonly code?: string }).code,
    );

  test("refuses a page of another origin that changes data by cookies, and a browser without an origin", async () => {
    const { browser, key } = await ada();
    const cookie = cookieOf(browser);
    const foreign = { origin: "https://evil.example" };
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "post", ""]) {
      expect(await askAs({ cookie, origin: own }, method)).toBe("session");
      expect(await askAs({ cookie, ...foreign }, method)).toBe("INVALID_ORIGIN");
      expect(await askAs({ cookie, origin: "null" }, method)).toBe("MISSING_OR_NULL_ORIGIN");
      expect(await askAs({ cookie }, method)).toBe("MISSING_OR_NULL_ORIGIN");
      expect(await askAs({ "x-api-key": key, ...foreign }, method)).toBe("api-key");
      expect(await askAs(foreign, method)).toBe(null);
    }
    for (const method of ["GET", "HEAD", "OPTIONS", undefined])
      expect(await askAs({ cookie, ...foreign }, method)).toBe("session");
  });

  test("trusts the origins that the app's function answers", async () => {
    const other = open({ config: { trustedOrigins: async () => ["https://pages.example.com"] } });
    const cookie = cookieOf((await other.signUp(email)).browser);
    expect(await askAs({ cookie, origin: "https://pages.example.com" }, "POST", other)).toBe("session");
    expect(await askAs({ cookie, origin: "https://evil.example" }, "POST", other)).toBe("INVALID_ORIGIN");
  });
});

describe("getPrincipal", () => {
  test("answers the session of a browser, which its credential does not limit", async () => {
    const { browser, user } = await ada();
    const principal = await fixture.principal({ cookie: cookieOf(browser) });
    expect(principal).toMatchObject({ kind: "session", userId: user.id, organizationId: null, permissions: null });
    expect(principal && principalAllows(principal, { files: ["delete"] })).toBe(true);
  });

  test("answers the active organization of a session", async () => {
    const { browser } = await ada();
    const organizationId = await fixture.found(browser, "acme");
    await browser.post("/organization/set-active", { organizationId });
    expect(await fixture.principal({ cookie: cookieOf(browser) })).toMatchObject({ kind: "session", organizationId });
  });

  test("answers a key of either header, and a key in both once", async () => {
    const { key, id } = await ada();
    for (const headers of [
      { "x-api-key": key },
      { authorization: `Bearer ${key}` },
      { authorization: `bearer ${key}` },
      { "x-api-key": key, authorization: `Bearer ${key}` },
    ]) {
      const principal = await fixture.principal(headers as Record<string, string>);
      expect(principal).toMatchObject({ kind: "api-key", id, permissions: { files: ["read"] } });
      expect(principal && principalAllows(principal, { files: ["read"] })).toBe(true);
      expect(principal && principalAllows(principal, { files: ["write"] })).toBe(false);
      expect(principal && principalAllows(principal, { constructor: ["read"] })).toBe(false);
    }
  });

  test("answers a session token in Authorization in token mode: the prefix decides", async () => {
    fixture = open({ config: { session: { bearer: true } } });
    const { key, id, user, password } = await ada();
    const signedIn = await fixture.auth.handler(
      new Request("https://app.example.com/api/auth/sign-in/email", {
        method: "POST",
        headers: { "content-type": "application/json", "x-return-token": "1" },
        body: JSON.stringify({ email: user.email, password }),
      }),
    );
    const token = signedIn.headers.get("set-auth-token");
    const bySession = await fixture.principal({ authorization: `Bearer ${token}` });
    expect(bySession).toMatchObject({ kind: "session", userId: user.id });
    expect(await fixture.principal({ authorization: `Bearer ${key}` })).toMatchObject({ kind: "api-key", id });
    const both = fixture.principal({ authorization: `Bearer ${token}`, "x-api-key": key });
    await expect(both).rejects.toMatchObject({ status: 400, code: "SEVERAL_CREDENTIALS" });
  });

  test("refuses two different credentials in one request", async () => {
    const one = await ada();
    const other = await (await one.browser.post("/api-key/create", {})).json();
    const headers: readonly Record<string, string>[] = [
      { "x-api-key": one.key, authorization: `Bearer ${other.key}` },
      { "x-api-key": `${one.key}, ${other.key}` },
      { authorization: `Bearer ${one.key}, Bearer ${other.key}` },
      { "x-api-key": one.key, authorization: "Bearer garbage" },
    ];
    for (const given of headers)
      await expect(fixture.principal(given)).rejects.toMatchObject({ status: 400, code: "SEVERAL_CREDENTIALS" });
  });

  test("lets no cookie stand in for a wrong key, and no key come from a cookie", async () => {
    const { browser, key } = await ada();
    const cookie = cookieOf(browser);
    expect(await fixture.principal({ cookie, "x-api-key": "wrong" })).toBe(null);
    expect(await fixture.principal({ cookie, "x-api-key": "" })).toBe(null);
    expect(await fixture.principal({ cookie, authorization: "Bearer wrong" })).toBe(null);
    expect(await fixture.principal({ cookie, authorization: `Bearer ${makePastedSecret("key").text}` })).toBe(null);
    expect(await fixture.principal({ cookie: `x-api-key=${key}; api-key=${key}` })).toBe(null);
    const byGateway = await fixture.principal({ cookie, authorization: "Bearer head.payload.signature" });
    expect(byGateway).toMatchObject({ kind: "session" });
  });

  test("refuses a key in the query of the URL", async () => {
    const { key } = await ada();
    const call = fixture.principal({ "x-api-key": key }, `https://app.example.com/files?page=2&api_key=${key}#top`);
    await expect(call).rejects.toMatchObject({ status: 400, code: "KEY_IN_URL" });
    const without = await fixture.principal({ "x-api-key": key }, "https://app.example.com/files?page=2");
    expect(without).toMatchObject({ kind: "api-key" });
  });

  test.each<[string, (query: string) => RequestUrl]>([
    ["a URL", (query: string) => new URL(`https://app.example.com/files?${query}`)],
    ["the path of a request", (query: string) => `/files?${query}`],
    ["an object with `href`", (query: string) => ({ href: `/files?${query}` })],
    ["an object with the query as text", (query: string) => ({ search: `?${query}` })],
    ["an object with the query as pairs", (query: string) => ({ searchParams: new URLSearchParams(query) })],
  ])("refuses a key in the query of %s", async (_, urlOf) => {
    const { key } = await ada();
    const call = fixture.principal({ "x-api-key": key }, urlOf(`page=2&token=${key}`));
    await expect(call).rejects.toMatchObject({ status: 400, code: "KEY_IN_URL" });
    expect(await fixture.principal({ "x-api-key": key }, urlOf("page=2"))).toMatchObject({ kind: "api-key" });
  });

  test.each([
    ["nothing", ""],
    ["a percent sign", "%"],
    ["NUL", "key_\\0"],
    ["letters of other scripts", Buffer.from("ключ_π", "utf8").toString("latin1")],
    ["8 KiB", "k".repeat(8192)],
    ["1 MB", "k".repeat(1_000_000)],
    ["64 letters that no row has", "k".repeat(64)],
    ["SQL", "key_' OR 1=1 --"],
    ["the prototype", "__proto__"],
  ])("takes %s for no principal", async (_, text) => {
    expect(await fixture.principal({ "x-api-key": text })).toBe(null);
    expect(await fixture.principal({ authorization: `Bearer ${text}` })).toBe(null);
    expect(await fixture.principal({ authorization: text })).toBe(null);
    expect(await fixture.refusal(text)).toBe("INVALID_API_KEY");
    expect(fixture.logged).toEqual([]);
  });

  test("does not see the session of a banned user, nor the session that must give a factor first", async () => {
    const { browser, user, key } = await ada();
    const cookie = cookieOf(browser);
    await fixture.banUser(user.id);
    expect(await fixture.principal({ cookie })).toBe(null);
    expect(await fixture.principal({ "x-api-key": key })).toBe(null);
    const strict = createTestAuth({
      plugins: [apiKey(), twoFactor({ require: () => true })],
      clientPlugins: [apiKeyClient()],
    });
    const bob = await strict.signUp("bob@example.com");
    const seen = () => strict.auth.api.getPrincipal({}, { headers: bob.browser.headers() });
    expect([await strict.auth.api.getSession({}, { headers: bob.browser.headers() }), await seen()]).toEqual([
      null,
      null,
    ]);
  });

  test("does not see a session after a backup code, which may only enrol a factor", async () => {
    const { auth, signUp, visit, clock } = createTestAuth({
      plugins: [apiKey(), twoFactor()],
      clientPlugins: [twoFactorClient()],
    });
    const { client, browser, password } = await signUp(email);
    const { totpURI = "", backupCodes = [] } = (await client.twoFactor.enable({ password })).data ?? {};
    expect((await client.twoFactor.verifyTotp({ code: codeOfUri(totpURI, clock.now()) })).error).toBe(null);
    expect(await auth.api.getPrincipal({}, { headers: browser.headers() })).toMatchObject({ kind: "session" });
    const found = visit();
    await found.client.signIn.email({ email, password });
    expect((await found.client.twoFactor.verifyBackupCode({ code: backupCodes[0] ?? "" })).error).toBe(null);
    expect(await auth.api.getPrincipal({}, { headers: found.browser.headers() })).toBe(null);
  });

  test("is there once, however many plugins bring it", async () => {
    const second = {
      ...apiKey(),
      id: "other-keys",
      models: [],
      endpoints: { getPrincipal: apiKey().endpoints.getPrincipal },
    };
    const { auth } = createTestAuth({ plugins: [apiKey(), second] });
    expect(await auth.api.getPrincipal({}, { headers: new Headers() })).toBe(null);
  });
});

describe("a route of a plugin that requires a principal", () => {
  const call = (of: Fixture, method: string, path: string, headers: Record<string, string>, body?: object) =>
    of.auth.handler(
      new Request(`https://app.example.com/api/auth${path}`, {
        method,
        headers: { ...headers, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );

  test("takes the kinds that it names, with the permission, over HTTP", async () => {
    const { browser, key, id } = await ada();
    const cookie = cookieOf(browser);
    const read = (headers: Record<string, string>) => call(fixture, "GET", "/files/read", headers);
    expect(await (await read({ "x-api-key": key })).json()).toEqual({ kind: "api-key", id });
    expect(await (await read({ cookie })).json()).toMatchObject({ kind: "session" });
    expect(await codeOf(await read({}))).toEqual([401, "UNAUTHORIZED"]);
    expect(await codeOf(await read({ "x-api-key": "wrong", cookie }))).toEqual([401, "UNAUTHORIZED"]);
    const none = await (await browser.post("/api-key/create", {})).json();
    expect(await codeOf(await read({ "x-api-key": none.key }))).toEqual([403, "INSUFFICIENT_PERMISSIONS"]);
    const several = await read({ "x-api-key": key, authorization: `Bearer ${none.key}` });
    expect(await codeOf(several)).toEqual([400, "SEVERAL_CREDENTIALS"]);
    const write = (headers: Record<string, string>) => call(fixture, "POST", "/files/write", headers, { text: "x" });
    expect(await codeOf(await write({ "x-api-key": key }))).toEqual([403, "INSUFFICIENT_PERMISSIONS"]);
    const origin = "https://app.example.com";
    expect(await codeOf(await write({ cookie, origin }))).toEqual([403, "CALLER_NOT_ALLOWED"]);
    const writer = await (await browser.post("/api-key/create", { permissions: { files: ["write"] } })).json();
    expect((await write({ authorization: `Bearer ${writer.key}` })).status).toBe(200);
  });

  test("answers 429 with the seconds to wait to a key beyond its limit, never 401", async () => {
    fixture = open({ options: { limit: { max: 1, windowSeconds: 60 } } });
    const { key } = await ada();
    const read = () => call(fixture, "GET", "/files/read", { "x-api-key": key });
    expect((await read()).status).toBe(200);
    const limited = await read();
    expect(limited.headers.get("retry-after")).toBe("60");
    expect(await codeOf(limited)).toEqual([429, "RATE_LIMITED"]);
  });

  test("counts a request once, although the requirement and the handler ask, and tells what is left", async () => {
    fixture = open({ options: { limit: { max: 2, windowSeconds: 60 } } });
    const { key, browser } = await ada();
    const read = (headers: Record<string, string>) => call(fixture, "GET", "/files/read", headers);
    const told = ({ status, headers }: Response) => [
      status,
      headers.get("ratelimit-policy"),
      headers.get("ratelimit"),
      headers.get("retry-after"),
    ];
    const policy = '"key";q=2;w=60';
    expect(told(await read({ "x-api-key": key }))).toEqual([200, policy, '"key";r=1;t=60', null]);
    expect(told(await read({ "x-api-key": key }))).toEqual([200, policy, '"key";r=0;t=60', null]);
    expect(told(await read({ "x-api-key": key }))).toEqual([429, policy, '"key";r=0;t=60', "60"]);
    expect(told(await read({ cookie: cookieOf(browser) }))).toEqual([200, null, null, null]);
  });
});

test("a key is no session anywhere: each route with a session answers as without a credential", async () => {
  fixture = open({ config: { session: { bearer: true } } });
  const { key } = await ada();
  const routes = inspect(fixture.auth)?.routes ?? [];
  const asked = routes.filter(({ endpoint }) => !endpoint.isServerOnly && endpoint.access !== "public");
  expect(asked.length).toBeGreaterThan(40);
  for (const { endpoint } of asked) {
    if (endpoint.requires) continue;
    const [method = "", path = ""] = endpoint.route.split(" ");
    const ask = async (headers: Record<string, string>) => {
      const body = method === "POST" ? { body: "{}" } : {};
      const url = `https://app.example.com/api/auth${path.replace(/:\w+/g, "x")}`;
      const sent = { "content-type": "application/json", origin: "https://app.example.com", ...headers };
      const answer = await fixture.auth.handler(new Request(url, { method, headers: sent, ...body }));
      return [endpoint.route, answer.status, await answer.text()];
    };
    const anonymous = await ask({});
    expect(await ask({ "x-api-key": key })).toEqual(anonymous);
    expect((await ask({ authorization: `Bearer ${key}` })).slice(0, 2)).toEqual(anonymous.slice(0, 2));
    if (endpoint.access === "session" || endpoint.access === "fresh") expect(anonymous[1]).toBe(401);
  }
});

describe("the format of secrets that people paste", () => {
  test("is recognised without a database, and a changed character is not", () => {
    const { text } = makePastedSecret("acme_live");
    expect(looksLikeKey(text)).toBe(true);
    for (const at of [0, 5, 12, 40, text.length - 1]) {
      const changed = `${text.slice(0, at)}${text[at] === "x" ? "y" : "x"}${text.slice(at + 1)}`;
      expect(looksLikeKey(changed), changed).toBe(false);
    }
    expect(looksLikeKey(` ${text}`)).toBe(false);
    expect(looksLikeKey("k".repeat(1_000_000))).toBe(false);
  });

  test("has the check digits of CRC-32", () => {
    // The CRC-32 of "123456789" is cbf43926 by ISO 3309; here of a fixed body, by the zlib of this platform.
    const { text } = makePastedSecret("kh", "aaaaaaaaaa");
    const crc = crc32(text.slice(0, -6));
    const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const value = [...text.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    expect(value).toBe(crc);
  });
});
