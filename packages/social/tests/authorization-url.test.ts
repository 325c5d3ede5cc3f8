import { createHash } from "node:crypto";
import { accountModel } from "@keyhold/core/plugin";
import type { Provider } from "@keyhold/social";
import type { GoogleOptions } from "@keyhold/social/google";
import { describe, expect, test } from "vitest";
import { callbackResultOf, open, setOut, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { type FixtureOptions, goThere, openFixture } from "./fixture.ts";

const idp = useIdentityProvider();
const callback = "https://app.example.com/api/auth/callback/google";

type Sent = Readonly<Record<string, string>>;

/** The parameters of an authorization URL for Google. */
async function ask(body: object = {}, options: FixtureOptions = {}): Promise<Sent> {
  const { browser, auth } = openFixture(idp(), options);
  const url = new URL(await setOut({ browser, auth }, { provider: "google", ...body }));
  expect(`${url.origin}${url.pathname}`).toBe("https://accounts.google.com/o/oauth2/v2/auth");
  for (const name of url.searchParams.keys()) expect(url.searchParams.getAll(name), name).toHaveLength(1);
  return Object.fromEntries(url.searchParams);
}

const withGoogle = (options: Partial<GoogleOptions>): FixtureOptions => ({ google: options });

describe("the URL of an authorization request", () => {
  test("has what the provider needs, and no secret of the app", async () => {
    expect(await ask({ callbackURL: "/home", errorCallbackURL: "/sign-in" })).toEqual({
      response_type: "code",
      client_id: "example-client",
      redirect_uri: callback,
      scope: "openid email profile",
      access_type: "offline",
      include_granted_scopes: "true",
      state: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      nonce: expect.stringMatching(/^flow-[A-Za-z0-9]{27}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
  });

  test("has a new state, nonce and challenge each time", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => ask()));
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(new Set(all.map((sent) => sent[name])).size).toBe(20);
    }
  });

  test("keeps the verifier of 128 characters until the code exchange, which sends it with the secret and the same redirect_uri", async () => {
    const flow = openFixture(idp());
    const answer = await flow.browser.post("/sign-in/social", { provider: "google" });
    const told = await answer.text();
    const { url } = JSON.parse(told) as { readonly url: string };
    const before = idp().calls.length;
    expect((await open(flow.browser, (await idp().authorize(url)).url)).error).toBe(null);
    const [exchange] = idp()
      .calls.slice(before)
      .filter(({ endpoint }) => endpoint === "token");
    const sent = Object.fromEntries(exchange?.form ?? []);
    expect(sent).toEqual({
      grant_type: "authorization_code",
      code: expect.any(String),
      redirect_uri: callback,
      client_id: "example-client",
      client_secret: "example-secret",
      code_verifier: expect.stringMatching(/^[A-Za-z0-9]{128}$/),
    });
    const challenge = createHash("sha256")
      .update(sent.code_verifier ?? "")
      .digest("base64url");
    expect(new URL(url).searchParams.get("code_challenge")).toBe(challenge);
    const known = [told, ...answer.headers].join();
    expect(known).not.toContain(sent.code_verifier);
    expect(known).not.toContain("example-secret");
    expect(new URL(exchange?.url ?? "").search).toBe("");
  });

  test("has the app's own redirect_uri, and the code exchange repeats it", async () => {
    const redirectURI = "https://edge.example.com/google/back";
    const flow = openFixture(idp(), withGoogle({ redirectURI }));
    const url = await goThere(flow);
    expect(url.href.startsWith(`${redirectURI}?`)).toBe(true);
    // The app forwards requests from there to the callback.
    expect((await open(flow.browser, `${callback}${url.search}`)).error).toBe(null);
  });

  test("is based on baseURL, and ignores the request's host", async () => {
    const { auth } = openFixture(idp());
    const headers = { "content-type": "application/json", host: "evil.example", "x-forwarded-host": "evil.example" };
    const request = new Request("https://evil.example/api/auth/sign-in/social", {
      method: "POST",
      body: '{"provider":"google"}',
      headers,
    });
    const { url } = (await (await auth.handler(request)).json()) as { readonly url: string };
    expect(new URL(url).searchParams.get("redirect_uri")).toBe(callback);
    expect(url).not.toContain("evil");
  });

  test("has the first of several client ids", async () => {
    const clientId = ["example-client", "ios-client", "android-client"];
    expect(await ask({}, withGoogle({ clientId }))).toMatchObject({ client_id: "example-client" });
  });
});

describe("scopes", () => {
  const scopeOf = async (scopes: readonly string[] | undefined, options: Partial<GoogleOptions> = {}) =>
    (await ask({ scopes }, withGoogle(options))).scope;

  test("are those of the provider, the app and the client, without duplicates", async () => {
    expect(await scopeOf(["email", "drive"], { scopes: ["calendar", "openid"] })).toBe(
      "openid email profile calendar drive",
    );
  });

  test("are without the provider's if the app disables them", async () => {
    const options = { disableDefaultScopes: true };
    expect(await scopeOf(undefined, { ...options, scopes: ["openid"] })).toBe("openid");
    expect(await scopeOf(["email"], options)).toBe("email");
    expect(await ask({}, withGoogle(options))).not.toHaveProperty("scope");
  });

  test.each([
    [["repo admin:org"], "openid email profile repo admin:org"],
    [["a&prompt=none"], "openid email profile a&prompt=none"],
    [["a#b?c=d", "e%20f+g"], "openid email profile a#b?c=d e%20f+g"],
    [["x;redirect_uri=https://evil.example"], "openid email profile x;redirect_uri=https://evil.example"],
    [[], "openid email profile"],
  ])("stay one parameter with the scopes %j", async (scopes, scope) => {
    const sent = await ask({ scopes });
    expect(sent).toMatchObject({ scope, redirect_uri: callback });
    expect(sent).not.toHaveProperty("prompt");
  });

  test.each(["/sign-in/social", "/link-social"] as const)(
    "of a list are all that a caller of %s gets",
    async (path) => {
      const flow = openFixture(idp(), withGoogle({ allowedScopes: ["drive"], scopes: ["calendar"] }));
      const { browser } = await flow.signUp("ann@example.com");
      const post = (scopes: readonly string[]) => browser.post(path, { provider: "google", scopes });
      for (const scopes of [["email"], ["drive", "gmail"], ["drive gmail"], ["Drive"], ["drive,gmail"], [" "]]) {
        const answer = await post(scopes);
        expect(answer.status).toBe(400);
        expect(await answer.json()).toEqual({ code: "SCOPE_NOT_ALLOWED", message: "Scope not allowed" });
      }
      const { url } = (await (await post(["drive"])).json()) as { readonly url: string };
      expect(new URL(url).searchParams.get("scope")).toBe("openid email profile calendar drive");
    },
  );

  test("of an empty list are empty", async () => {
    const flow = openFixture(idp(), withGoogle({ allowedScopes: [] }));
    expect((await flow.browser.post("/sign-in/social", { provider: "google", scopes: ["email"] })).status).toBe(400);
    expect((await flow.browser.post("/sign-in/social", { provider: "google", scopes: [] })).status).toBe(200);
  });

  test("that were granted are stored, not the requested ones", async () => {
    const flow = openFixture(idp());
    idp().fail({ tokenAnswer: (answer) => ({ ...answer, scope: "openid email" }) });
    await open(flow.browser, await goThere(flow, { scopes: ["drive"] }));
    expect((await flow.db.find(accountModel, { providerId: "google" }))?.scope).toBe("openid,email");
    idp().fail({ tokenAnswer: ({ scope, ...answer }) => answer });
    await open(flow.browser, await goThere(flow, { scopes: ["drive"] }));
    expect((await flow.db.find(accountModel, { providerId: "google" }))?.scope).toBe("openid,email,profile,drive");
  });
});

describe("a login hint", () => {
  test("is one parameter, with any text", async () => {
    const loginHint = "x&redirect_uri=https://evil.example#";
    expect(await ask({ loginHint })).toMatchObject({ login_hint: loginHint, redirect_uri: callback });
  });

  test("is the app's if the client sends no hint", async () => {
    const options = withGoogle({ authorizationParameters: { login_hint: "somebody@example.com" } });
    expect(await ask({}, options)).toMatchObject({ login_hint: "somebody@example.com" });
    expect(await ask({ loginHint: "ann@example.com" }, options)).toMatchObject({ login_hint: "ann@example.com" });
  });
});

describe("parameters of the app", () => {
  test("are sent: a prompt, and all others that the provider knows", async () => {
    const options = { prompt: "select_account", authorizationParameters: { hl: "de" } };
    expect(await ask({}, withGoogle(options))).toMatchObject({ prompt: "select_account", hl: "de" });
  });

  test("replace no parameter that protects the flow", async () => {
    const hostile = {
      response_type: "token",
      client_id: "other",
      redirect_uri: "https://evil.example",
      state: "x",
      nonce: "x",
      code_challenge: "x",
      code_challenge_method: "plain",
      scope: "x",
    };
    const sent = await ask({}, withGoogle({ authorizationParameters: hostile }));
    for (const [name, value] of Object.entries(hostile)) expect(sent[name], name).not.toBe(value);
    expect(sent).toMatchObject({ response_type: "code", redirect_uri: callback, code_challenge_method: "S256" });
  });
});

describe("a provider of another kind", () => {
  const start = async (declaration: Partial<Provider["declaration"]>) => {
    const { browser, auth } = openFixture(idp(), { declaration });
    return new URL(await setOut({ browser, auth }, { provider: "google" }));
  };
  const at = (authorizationEndpoint: string) => ({
    server: { authorizationEndpoint, tokenEndpoint: "https://oauth2.googleapis.com/token" },
  });

  test("gets its own names, separators and parameters", async () => {
    const { searchParams } = await start({
      clientIdParameter: "client_key",
      scopeSeparator: ",",
      authorizationParameters: { prompt: "none", response_mode: "form_post" },
    });
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_key: "example-client",
      scope: "openid,email,profile",
      prompt: "none",
      response_mode: "form_post",
    });
    expect(searchParams.has("client_id")).toBe(false);
  });

  test("gets no challenge without PKCE, and no nonce without ID tokens", async () => {
    const { searchParams } = await start({ pkce: false, idToken: undefined });
    for (const name of ["code_challenge", "code_challenge_method", "nonce"]) expect(searchParams.has(name)).toBe(false);
    expect((await start({ idToken: { nonce: "none" } })).searchParams.has("nonce")).toBe(false);
  });

  test("keeps the query of its endpoint's URL", async () => {
    const url = await start(at("https://idp.example/authorize?policy=a%20b&state=fixed"));
    expect(url.searchParams.getAll("policy")).toEqual(["a b"]);
    expect(url.searchParams.getAll("state")).toEqual([expect.stringMatching(/^[A-Za-z0-9]{32}$/)]);
  });

  test("fails with 503 while its discovery document cannot be fetched", async () => {
    const fixture = openFixture(idp(), { declaration: { server: { discover: idp().origin } } });
    idp().fail({ answers: { discovery: { status: 500, text: "" } } });
    const answer = await fixture.browser.post("/sign-in/social", { provider: "google" });
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 503,
      body: { code: "SERVICE_UNAVAILABLE", message: "Service unavailable, try again later" },
    });
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(fixture.logged.map(({ level }) => level)).toEqual(["error"]);
    idp().recover();
    expect((await fixture.browser.post("/sign-in/social", { provider: "google" })).status).toBe(200);
    const lost = await fixture.auth.handler(new Request(`${callback}?code=x&state=y`));
    expect(callbackResultOf(lost).error).toBe("please_restart_the_process");
  });
});
