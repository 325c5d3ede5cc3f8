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
  test("says who asks, and offers everybody who has an account at Example ID", async () => {
    const response = await idp.fetch(authorizationUrl(idp, example));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const page = await response.text();
    for (const shown of ["Example ID", "app.example.com", "Ada Lovelace", "grace@example.com", "Alan Turing"]) {
      expect(page).toContain(shown);
    }
  });

  test("of another provider offers the person of its documentation", async () => {
    for (const dialect of Object.values(dialects)) {
      const page = await (await idp.fetch(authorizationUrl(idp, dialect))).text();
      expect(page).toContain(dialect.name);
      expect(page).toContain(dialect.sample.name);
    }
  });

  test("escapes whatever is shown on it", () => {
    const hostile = `"><script>alert('1')</script>&`;
    const person = { subject: hostile, email: hostile, emailVerified: true, name: hostile, picture: null };
    const page = consentPage({ provider: hostile, app: hostile, people: [person] });
    expect(page).not.toMatch(/<script>alert|"><script|alert\('1'\)/);
  });

  test("sends a form back whose values arrive as they were, whatever is in them", async () => {
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

describe("whoever answers", () => {
  test("with yes goes back with a code, the state and who answered", async () => {
    const { url, form } = await idp.authorize(authorizationUrl(idp, example));
    expect(form).toBe(null);
    expect(url.startsWith(`${redirectUri}?`)).toBe(true);
    const parameters = new URL(url).searchParams;
    expect(parameters.get("code")).toMatch(/^[\w-]{32}$/);
    expect(parameters.get("state")).toBe("the-state");
    expect(parameters.get("iss")).toBe(idp.origin);
  });

  test("with no goes back without a code, and with the state and who answered all the same", async () => {
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

  test("goes back to where the app said, with what was there already", async () => {
    const there = `${redirectUri}?tenant=7`;
    const { url } = await idp.authorize(authorizationUrl(idp, example, { redirect_uri: there }));
    expect(url.startsWith(`${there}&code=`)).toBe(true);
  });

  test("and chose nobody is told so", async () => {
    const nobody: readonly Record<string, string>[] = [{}, { subject: "nobody" }, { name: "Bob" }, { email: "" }];
    for (const fields of nobody) {
      const response = await answer(fields);
      expect(response.status).toBe(400);
      expect(await response.text()).toBe("invalid_request: nobody was chosen");
    }
    expect((await readSent(await answer({ subject: "grace" }))).url).toContain("code=");
  });
});

describe("an app that asks for", () => {
  const wrong: readonly (readonly [what: string, changes: Changes, parameter: string])[] = [
    ["a token at once", { response_type: "token" }, "response_type"],
    ["nothing", { response_type: null }, "response_type"],
    ["it under another id", { client_id: "another-app" }, "client_id"],
    ["it under no id", { client_id: null }, "client_id"],
    ["no way back", { redirect_uri: null }, "redirect_uri"],
    ["a way back that is a script", { redirect_uri: "javascript:alert(1)" }, "redirect_uri"],
    ["it without PKCE", { code_challenge: null }, "code_challenge"],
    ["it with a challenge that is no hash", { code_challenge: "short" }, "code_challenge"],
    ["it with PKCE that hides nothing", { code_challenge_method: "plain" }, "code_challenge_method"],
    ["it with its secret in the URL", { client_secret: "example-secret" }, "client_secret"],
    ["it with the verifier in the URL", { code_verifier: "v".repeat(43) }, "code_verifier"],
  ];

  test.each(wrong)("%s is refused, and the browser stays", async (_, changes, parameter) => {
    const url = authorizationUrl(idp, example, changes);
    for (const method of ["GET", "POST"]) {
      const response = await idp.fetch(url, { method, redirect: "manual" });
      expect(response.status).toBe(400);
      expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(await response.text()).toBe(`invalid_request: ${parameter}`);
    }
    await expect(idp.authorize(url)).rejects.toThrow(`The provider answered 400: invalid_request: ${parameter}`);
  });

  test.each(Object.values(dialects))("less than $name wants is refused", async (dialect) => {
    const { authorizationParameters = {}, clientIdParameter = "client_id" } = dialect;
    const pkce = dialect.pkce === "required" ? ["code_challenge"] : [];
    for (const name of [clientIdParameter, "redirect_uri", ...pkce, ...Object.keys(authorizationParameters)]) {
      const refused = idp.authorize(authorizationUrl(idp, dialect, { [name]: null }));
      await expect(refused, name).rejects.toThrow(`invalid_request: ${name}`);
    }
    expect((await comeBack(idp, dialect)).get("code")).not.toBe(null);
  });

  test("it at an address where nobody is asked is told which", async () => {
    await expect(idp.authorize("https://nobody.example/authorize?client_id=1")).rejects.toThrow(
      "No provider asks people at https://nobody.example/authorize.",
    );
  });
});
