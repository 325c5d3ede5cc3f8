import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authorizationUrl, type Changes, comeBack, redirectUri } from "../../tests/oauth-client.js";
import { dialects, type IdentityProvider, startIdentityProvider } from "../identity-provider.js";
import { readSent } from "./browse.js";
import type { Dialect } from "./dialect.js";
import { exampleDialect } from "./example.js";
import { consentPage, formPostPage } from "./page.js";

let idp: IdentityProvider;
let example: Dialect;
beforeAll(async () => {
  idp = await startIdentityProvider();
  example = exampleDialect(idp.origin);
});
afterAll(() => idp.stop());

/** Submits a form of the page. */
const answer = (fields: Readonly<Record<string, string>>): Promise<Response> =>
  idp.fetch(authorizationUrl(idp, example), {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });

describe("the authorization page", () => {
  test("names the app, and offers all users of Example ID", async () => {
    const response = await idp.fetch(authorizationUrl(idp, example));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const page = await response.text();
    for (const shown of ["Example ID", "app.example.com", "Ada Lovelace", "grace@example.com", "Alan Turing"]) {
      expect(page).toContain(shown);
    }
  });

  test("of another provider offers the user of its documentation", async () => {
    for (const dialect of Object.values(dialects)) {
      const page = await (await idp.fetch(authorizationUrl(idp, dialect))).text();
      expect(page).toContain(dialect.name);
      expect(page).toContain(dialect.sample.name);
    }
  });

  test("escapes all its texts", () => {
    const hostile = `"><script>alert('1')</script>&`;
    const person = { subject: hostile, email: hostile, emailVerified: true, name: hostile, picture: null };
    const page = consentPage({ provider: hostile, app: hostile, people: [person] });
    expect(page).not.toMatch(/<script>alert|"><script|alert\('1'\)/);
  });

  test("sends a form with any characters in its values unchanged", async () => {
    const hostile = `"><script>alert('1')</script>& <b name="x" value="y">`;
    const page = formPostPage(`${redirectUri}?a=1&b=2`, new URLSearchParams({ state: hostile, [hostile]: "name" }));
    expect(page).not.toContain("<script>");
    const { url, form } = await readSent(new Response(page));
    expect(url).toBe(`${redirectUri}?a=1&b=2`);
    expect([...(form ?? [])]).toEqual([
      ["state", hostile],
      [hostile, "name"],
    ]);
  });
});

describe("after the decision of the user, the browser is redirected", () => {
  test("with a code, the state and the issuer after consent", async () => {
    const { url, form } = await idp.authorize(authorizationUrl(idp, example));
    expect(form).toBe(null);
    expect(url.startsWith(`${redirectUri}?`)).toBe(true);
    const parameters = new URL(url).searchParams;
    expect(parameters.get("code")).toMatch(/^[\w-]{32}$/);
    expect(parameters.get("state")).toBe("the-state");
    expect(parameters.get("iss")).toBe(idp.origin);
  });

  test("without a code, and with the state and the issuer, after a denial", async () => {
    const parameters = await comeBack(idp, example, {}, { deny: true });
    expect(Object.fromEntries(parameters)).toEqual({
      error: "access_denied",
      error_description: expect.any(String),
      state: "the-state",
      iss: idp.origin,
    });
    const pressed = await readSent(await answer({ decision: "deny" }));
    expect(new URL(pressed.url).searchParams.get("error")).toBe("access_denied");
  });

  test("to the app's redirect URI, with its own query", async () => {
    const there = `${redirectUri}?tenant=7`;
    const { url } = await idp.authorize(authorizationUrl(idp, example, { redirect_uri: there }));
    expect(url.startsWith(`${there}&code=`)).toBe(true);
  });

  test("unless no user was chosen, which is an error", async () => {
    const nobody: readonly Record<string, string>[] = [{}, { subject: "nobody" }, { name: "Bob" }, { email: "" }];
    for (const fields of nobody) {
      const response = await answer(fields);
      expect(response.status).toBe(400);
      expect(await response.text()).toBe("invalid_request: no user was chosen");
    }
    expect((await readSent(await answer({ subject: "grace" }))).url).toContain("code=");
  });
});

describe("an authorization request with", () => {
  const wrong: readonly (readonly [what: string, changes: Changes, parameter: string])[] = [
    ["a token at once", { response_type: "token" }, "response_type"],
    ["no response_type", { response_type: null }, "response_type"],
    ["it under another id", { client_id: "another-app" }, "client_id"],
    ["it under no id", { client_id: null }, "client_id"],
    ["no redirect URI", { redirect_uri: null }, "redirect_uri"],
    ["a script as redirect URI", { redirect_uri: "javascript:alert(1)" }, "redirect_uri"],
    ["it without PKCE", { code_challenge: null }, "code_challenge"],
    ["a challenge that is not a hash", { code_challenge: "short" }, "code_challenge"],
    ["PKCE with the method plain", { code_challenge_method: "plain" }, "code_challenge_method"],
    ["it with its secret in the URL", { client_secret: "example-secret" }, "client_secret"],
    ["it with the verifier in the URL", { code_verifier: "v".repeat(43) }, "code_verifier"],
  ];

  test.each(wrong)("%s fails on the page, without a redirect", async (_, changes, parameter) => {
    const url = authorizationUrl(idp, example, changes);
    for (const method of ["GET", "POST"]) {
      const response = await idp.fetch(url, { method, redirect: "manual" });
      expect(response.status).toBe(400);
      expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(await response.text()).toBe(`invalid_request: ${parameter}`);
    }
    await expect(idp.authorize(url)).rejects.toThrow(`The provider answered 400: invalid_request: ${parameter}`);
  });

  test.each(Object.values(dialects))("less than $name requires fails", async (dialect) => {
    const { authorizationParameters = {}, clientIdParameter = "client_id" } = dialect;
    const pkce = dialect.pkce === "required" ? ["code_challenge"] : [];
    for (const name of [clientIdParameter, "redirect_uri", ...pkce, ...Object.keys(authorizationParameters)]) {
      const refused = idp.authorize(authorizationUrl(idp, dialect, { [name]: null }));
      await expect(refused, name).rejects.toThrow(`invalid_request: ${name}`);
    }
    expect((await comeBack(idp, dialect)).get("code")).not.toBe(null);
  });

  test("an unknown authorization URL fails with that URL", async () => {
    await expect(idp.authorize("https://nobody.example/authorize?client_id=1")).rejects.toThrow(
      "No dialect has an authorization page at https://nobody.example/authorize.",
    );
  });
});
