import { createHash } from "node:crypto";
import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import { google } from "@keyhold/social/google";
import { dialects } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { TokenClient } from "../../../tests/harness/token-client.ts";
import { callsOf, tokenCallsDuring } from "./calls.ts";
import { openSocial } from "./fixture.ts";
import { appleUser, appSignIn, bundleId, codeOf, openApple, storedTokens } from "./native-apple.ts";

const idp = useIdentityProvider();
const named = (firstName: unknown, lastName?: unknown) => ({ user: { name: { firstName, lastName } } });

describe("the name that an app sends beside Apple's ID token", () => {
  test("is the name of a new user", async () => {
    const flow = openApple(idp());
    const answer = await appSignIn(idp(), flow, appleUser("new"), named("  John ", "Appleseed"));
    expect(answer).toMatchObject({ status: 200, user: { name: "John Appleseed", email: "new@example.com" } });
  });

  test.each([false, true])("does not change an existing user, with overrideUserInfoOnSignIn %j", async (overrides) => {
    const flow = openApple(idp(), {
      overrideUserInfoOnSignIn: overrides,
      mapProfileToUser: ({ name }) => (name?.firstName ? { name: `Mapped ${name.firstName}` } : {}),
    });
    const person = appleUser(`known-${overrides}`);
    expect(await appSignIn(idp(), flow, person, named("Ann"))).toMatchObject({ user: { name: "Mapped Ann" } });
    expect(await appSignIn(idp(), flow.visit(), person, named("Eve"))).toMatchObject({ status: 200 });
    expect(await flow.db.find(userModel, { email: person.email ?? "" })).toMatchObject({ name: "Mapped Ann" });
  });

  test("does not change a user whom the website's flow has created, nor does the form of a later flow", async () => {
    const flow = openApple(idp(), { overrideUserInfoOnSignIn: true });
    const person = appleUser("web");
    await travel(idp(), flow, { provider: "apple" }, { as: person });
    await appSignIn(idp(), flow.visit(), person, named("Eve"));
    idp().fail({ callback: (parameters) => parameters.set("user", '{"name":{"firstName":"Mallory"}}') });
    await travel(idp(), flow, { provider: "apple" }, { as: person });
    expect((await flow.client.getSession()).data?.user.name).toBe("John Appleseed");
  });

  test("does not change the user that the identity is linked to", async () => {
    const flow = openApple(idp());
    const person = appleUser("linked");
    const ann = await flow.signUp(person.email ?? "");
    expect(await appSignIn(idp(), ann, person, named("Eve"), "/link-social")).toMatchObject({ status: 200 });
    expect((await ann.client.getSession()).data?.user.name).not.toContain("Eve");
  });

  test.each([
    ["a date", ["2024-01-01", null], "2024-01-01"],
    ["HTML", ["<img src=x onerror=alert(1)>", ""], "<img src=x onerror=alert(1)>"],
    ["line ends", ["Jo\u0007hn\r\n", "\tApple\u2028seed"], "Jo hn Apple seed"],
    ["right to left", ["\u202eevE", "Ann"], "evE Ann"],
    ["1,024 characters", ["a".repeat(1024), "b"], "a".repeat(255)],
    ["half a name", [undefined, "Appleseed"], "Appleseed"],
    ["blanks", ["  ", "\u00a0\u3000"], null],
    ["null", [null, null], null],
  ])("may be %s", async (what, [firstName, lastName], name) => {
    const flow = openApple(idp());
    const subject = what.replaceAll(/\W/g, "-").toLowerCase();
    const answer = await appSignIn(idp(), flow, appleUser(subject), named(firstName, lastName));
    expect(answer).toMatchObject({ status: 200, user: { name: name ?? subject, email: `${subject}@example.com` } });
    const read = await (await flow.browser.get("/get-session")).json();
    expect(read).toMatchObject({ user: { name: name ?? subject } });
  });

  test.each([
    ["10,000 characters", named("a".repeat(10_000))],
    ["NUL", named("Jo\u0000hn")],
    ["a half surrogate", named("\ud800")],
    ["an object", named({ toString: "Eve" })],
    ["a number", named(1)],
    ["a text as the name", { user: { name: "Eve" } }],
    ["a code of 9,000 characters", { authorizationCode: "c".repeat(9000) }],
    ["a code that is an object", { authorizationCode: { code: "c" } }],
  ])("is invalid as %s", async (_, beside) => {
    const flow = openApple(idp());
    expect(await appSignIn(idp(), flow, appleUser("invalid"), beside)).toMatchObject({ status: 400 });
    expect(await flow.db.count(userModel, {})).toBe(0);
  });

  test.each([
    ["the user's id as the user, as Expo's credential has it", { user: "000123.abc" }],
    ["no user", { user: null }],
    ["no name, as from the second sign-in on", { user: { name: null } }],
    ["no code", { authorizationCode: null }],
    ["an empty code", { authorizationCode: "" }],
  ])("is left out by %s", async (_, beside) => {
    const flow = openApple(idp());
    expect(await appSignIn(idp(), flow, appleUser("left-out"), beside)).toMatchObject({ status: 200 });
  });

  test("is never an address or a subject", async () => {
    const flow = openApple(idp());
    const victim = { email: "victim@example.com", emailVerified: true, sub: "victim" };
    const user = { ...victim, name: { firstName: "Eve", ...victim } };
    const answer = await appSignIn(idp(), flow, appleUser("eve"), { user });
    expect(answer).toMatchObject({ status: 200, user: { name: "Eve", email: "eve@example.com" } });
    expect(await flow.db.count(userModel, { email: victim.email })).toBe(0);
  });

  test("and the code are ignored for a provider without such a sign-in", async () => {
    const { clientId, clientSecret } = idp();
    const flow = openSocial(idp(), [google({ clientId, clientSecret })]);
    const token = await idp().idToken("google", dialects.google.sample);
    const idToken = { token, ...named("Eve"), authorizationCode: "c" };
    const calls = await tokenCallsDuring(idp(), async () => {
      const response = await flow.browser.post("/sign-in/social", { provider: "google", idToken });
      expect(await response.json()).toMatchObject({ user: { name: "John Smith" } });
    });
    expect(calls).toBe(0);
  });
});

describe("the authorization code of an app at Apple", () => {
  test("becomes the refresh token of the account, by the client id of the app", async () => {
    const flow = openApple(idp(), {}, { encryptTokens: true });
    const person = appleUser("code");
    const answer = await appSignIn(idp(), flow, person, { authorizationCode: codeOf(idp(), person) });
    expect(answer.status).toBe(200);
    const { form } = callsOf(idp(), "token").at(-1) ?? expect.fail();
    expect(Object.fromEntries(form)).toEqual({
      grant_type: "authorization_code",
      client_id: bundleId,
      client_secret: expect.any(String),
      code: expect.any(String),
    });
    const [, claims = ""] = (form.get("client_secret") ?? "").split(".");
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ sub: bundleId });
    const { refreshToken } = await storedTokens(flow, person);
    // Encrypted as other tokens of providers.
    expect(refreshToken).not.toBe(null);
    expect(idp().isValid(refreshToken ?? "")).toBe(false);
    await flow.auth.idle();
    expect(flow.logged).toEqual([]);
  });

  test("is not exchanged inside of auth.transaction: the call throws, and writes and sends nothing", async () => {
    const flow = openApple(idp());
    const person = appleUser("in-transaction");
    const token = await idp().idToken("apple", person, { aud: bundleId });
    const authorizationCode = codeOf(idp(), person);
    const input = { provider: "apple", idToken: { token, authorizationCode } } as const;
    const calls = await tokenCallsDuring(idp(), () =>
      expect(flow.auth.transaction(({ api }) => api.signIn.social(input))).rejects.toThrow(
        "The authorization code of an app cannot be exchanged inside of auth.transaction: sign in outside of it.",
      ),
    );
    expect(calls).toBe(0);
    expect(await flow.db.count(userModel, {})).toBe(0);
    // The code was not used up.
    expect(await appSignIn(idp(), flow, person, { authorizationCode })).toMatchObject({ status: 200 });
    expect((await storedTokens(flow, person)).refreshToken).not.toBe(null);
  });

  test("may be missing inside of auth.transaction: the ID token signs in", async () => {
    const flow = openApple(idp());
    const token = await idp().idToken("apple", appleUser("without-code"), { aud: bundleId });
    await flow.auth.transaction(({ api }) => api.signIn.social({ provider: "apple", idToken: { token } }));
    expect(await flow.db.count(sessionModel, {})).toBe(1);
  });

  test("of the website is exchanged by the client id of the website", async () => {
    const flow = openApple(idp());
    const person = appleUser("site");
    const token = await idp().idToken("apple", person);
    const authorizationCode = codeOf(idp(), person, idp().clientId);
    await flow.browser.post("/sign-in/social", { provider: "apple", idToken: { token, authorizationCode } });
    expect(callsOf(idp(), "token").at(-1)?.form.get("client_id")).toBe(idp().clientId);
    expect(idp().isValid((await storedTokens(flow, person)).refreshToken ?? "")).toBe(true);
  });

  test("gives tokens that are refreshed by the client id of the app", async () => {
    const flow = openApple(idp(), {}, { encryptTokens: true });
    const person = appleUser("refreshed");
    await appSignIn(idp(), flow, person, { authorizationCode: codeOf(idp(), person) });
    flow.clock.forward({ hours: 2 });
    const response = await flow.browser.post("/get-access-token", { providerId: "apple" });
    expect(response.status).toBe(200);
    const { form } = callsOf(idp(), "token").at(-1) ?? expect.fail();
    expect([form.get("grant_type"), form.get("client_id")]).toEqual(["refresh_token", bundleId]);
  });

  test("replaces tokens in the input", async () => {
    const flow = openApple(idp());
    const person = appleUser("both");
    const beside = { authorizationCode: codeOf(idp(), person), accessToken: "of-the-app", refreshToken: "of-the-app" };
    await appSignIn(idp(), flow, person, beside);
    const { accessToken, refreshToken } = await storedTokens(flow, person);
    expect([accessToken, refreshToken]).not.toContain("of-the-app");
  });

  test("may come with a link", async () => {
    const flow = openApple(idp());
    const person = appleUser("link");
    const ann = await flow.signUp(person.email ?? "");
    const authorizationCode = codeOf(idp(), person);
    expect(await appSignIn(idp(), ann, person, { authorizationCode }, "/link-social")).toMatchObject({ status: 200 });
    expect(idp().isValid((await storedTokens(flow, person)).refreshToken ?? "")).toBe(true);
  });

  test.each([["/sign-in/social"], ["/link-social"]] as const)("of another user is rejected at %s", async (path) => {
    const flow = openApple(idp());
    const eve = await flow.signUp("eve@example.com");
    const client = path === "/link-social" ? eve : flow.visit();
    const authorizationCode = codeOf(idp(), appleUser("victim"));
    const answer = await appSignIn(idp(), client, appleUser("eve"), { authorizationCode }, path);
    expect(answer).toMatchObject({ status: 401, code: "INVALID_TOKEN" });
    expect(await flow.db.count(accountModel, { providerId: "apple" })).toBe(0);
    expect(await flow.db.count(sessionModel, {})).toBe(1);
  });

  test.each([
    ["another user", { sub: "another" }],
    ["another client of the config", () => ({ aud: idp().clientId })],
    ["a client that is not in the config", { aud: "com.example.other" }],
    ["another issuer", { iss: "https://appleid.apple.com.evil.example" }],
    ["no user", { sub: undefined }],
  ])("is rejected if the exchange answers an ID token of %s", async (_, changes) => {
    const flow = openApple(idp());
    const person = appleUser("changed");
    const token = await idp().idToken("apple", person, { aud: bundleId });
    const authorizationCode = codeOf(idp(), person);
    const other = typeof changes === "function" ? changes() : changes;
    idp().fail({ claims: (claims) => ({ ...claims, ...other }) });
    const response = await flow.browser.post("/sign-in/social", {
      provider: "apple",
      idToken: { token, authorizationCode },
    });
    expect([response.status, await response.json()]).toMatchObject([401, { code: "INVALID_TOKEN" }]);
    expect(await flow.db.count(userModel, {})).toBe(0);
  });

  test("is rejected if the exchange answers no ID token", async () => {
    const flow = openApple(idp());
    const person = appleUser("without");
    idp().fail({ tokenAnswer: ({ id_token, ...answer }) => answer });
    const answer = await appSignIn(idp(), flow, person, { authorizationCode: codeOf(idp(), person) });
    expect(answer).toMatchObject({ status: 401, code: "INVALID_TOKEN" });
  });

  test("of another client gives no tokens, and the ID token still signs in", async () => {
    const flow = openApple(idp());
    const person = appleUser("client");
    const answer = await appSignIn(idp(), flow, person, { authorizationCode: codeOf(idp(), person, "com.other") });
    expect(answer.status).toBe(200);
    expect(await storedTokens(flow, person)).toEqual({ refreshToken: null, accessToken: null });
    await flow.auth.idle();
    expect(JSON.stringify(flow.logged)).toContain("answered 400 with the error invalid_grant");
  });

  test("that was used signs in again, and the first refresh token stays", async () => {
    const flow = openApple(idp());
    const person = appleUser("again");
    const authorizationCode = codeOf(idp(), person);
    await appSignIn(idp(), flow, person, { authorizationCode });
    const { refreshToken } = await storedTokens(flow, person);
    expect((await appSignIn(idp(), flow.visit(), person, { authorizationCode })).status).toBe(200);
    expect((await storedTokens(flow, person)).refreshToken).toBe(refreshToken);
  });

  test.each([
    ["status 500", { status: 500, text: "" }],
    ["status 401", { status: 401, json: { error: "invalid_client" } }],
    ["no answer", { hangsUp: true }],
    ["half an answer", { text: '{"access_token":' }],
    ["a redirect", { redirectTo: "https://evil.example" }],
  ])("does not prevent the sign-in while the token endpoint answers with %s", async (_, fault) => {
    const flow = openApple(idp());
    const person = appleUser("away");
    idp().fail({ answers: { token: fault } });
    const authorizationCode = codeOf(idp(), person);
    const answer = await appSignIn(idp(), flow, person, { authorizationCode, ...named("Ann") });
    expect(answer).toMatchObject({ status: 200, user: { name: "Ann" } });
    await flow.auth.idle();
    expect(flow.logged).toHaveLength(1);
    expect(JSON.stringify(flow.logged)).not.toContain(authorizationCode);
  });

  test("is not sent to Apple beside an invalid ID token", async () => {
    const flow = openApple(idp());
    const token = await idp().idToken("apple", appleUser("invalid"), { aud: "another" });
    const calls = await tokenCallsDuring(idp(), async () => {
      const idToken = { token, authorizationCode: codeOf(idp(), appleUser("invalid")) };
      expect((await flow.browser.post("/sign-in/social", { provider: "apple", idToken })).status).toBe(401);
    });
    expect(calls).toBe(0);
  });

  test("used by sixteen sign-ins at once gives one refresh token to one account", async () => {
    const flow = openApple(idp());
    const person = appleUser("sixteen");
    const authorizationCode = codeOf(idp(), person);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => appSignIn(idp(), flow.visit(), person, { authorizationCode })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect(await flow.db.count(userModel, {})).toBe(1);
    expect(idp().isValid((await storedTokens(flow, person)).refreshToken ?? "")).toBe(true);
  });
});

describe("the nonce of an app beside an authorization code", () => {
  const hashed = (nonce: string): string => createHash("sha256").update(nonce).digest("hex");
  const nonce = "n-0S6_WzA2Mj";

  test.each([
    ["the nonce of the ID token", nonce, nonce, 200],
    ["the hashed nonce of the ID token", hashed(nonce), hashed(nonce), 200],
    ["no nonce", nonce, undefined, 200],
    ["the nonce of another sign-in", nonce, "another", 401],
    ["the raw nonce, where the ID token has its hash", hashed(nonce), nonce, 401],
    ["a nonce, where the ID token has none", undefined, nonce, 401],
  ])("is compared with the ID token of the code: %s", async (_, claimed, exchanged, status) => {
    const flow = openApple(idp());
    const person = appleUser("nonce");
    const token = await idp().idToken("apple", person, { aud: bundleId, nonce: claimed });
    const authorizationCode = codeOf(idp(), person);
    idp().fail({ claims: (claims) => ({ ...claims, nonce: exchanged }) });
    const idToken = { token, authorizationCode, ...(claimed !== undefined && { nonce }) };
    const answer = await flow.browser.post("/sign-in/social", { provider: "apple", idToken });
    expect(answer.status).toBe(status);
    expect(await flow.db.count(sessionModel, {})).toBe(status === 200 ? 1 : 0);
  });

  test.each(["the app", "Apple's JavaScript on the website"])(
    "of the server is checked for %s, once",
    async (where) => {
      const flow = openApple(idp(), { requireNonce: true }, { config: { session: { bearer: true } } });
      const app = new TokenClient(flow.auth.handler, "https://app.example.com");
      const person = appleUser("issued");
      const clientId = where === "the app" ? bundleId : idp().clientId;
      const { body } = await app.post("/sign-in/social-nonce", { provider: "apple" });
      const issued = String(Object(body).nonce);
      // Apple's JavaScript sends the nonce as the page gives it; apps hash it.
      const nonceClaim = where === "the app" ? hashed(issued) : issued;
      const token = await idp().idToken("apple", person, { aud: clientId, nonce: nonceClaim });
      const signIn = async (more: object, by = app): Promise<number> => {
        const idToken = { token, authorizationCode: codeOf(idp(), person, clientId), ...more };
        return (await by.post("/sign-in/social", { provider: "apple", idToken })).status;
      };
      expect(await signIn({})).toBe(401);
      expect(await signIn({ nonce: "another" })).toBe(401);
      expect(await signIn({ nonce: issued }, new TokenClient(flow.auth.handler, "https://app.example.com"))).toBe(401);
      expect(await signIn({ nonce: issued })).toBe(200);
      expect(await signIn({ nonce: issued })).toBe(401);
      expect(callsOf(idp(), "token").at(-1)?.form.get("client_id")).toBe(clientId);
    },
  );
});
