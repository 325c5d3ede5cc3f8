import { beforeAll, describe, expect, test } from "vitest";
import { type App, alice, countRows, home, openApp, password } from "./app.js";
import { expectError, expectIssues } from "./expect-error.js";
import { safeRedirects, unsafeRedirects } from "./redirects.js";

const trustedOrigins = ["https://app.example.com"];
let app: App;

beforeAll(async () => {
  app = openApp({ trustedOrigins });
  await app.browser().post("/sign-up/email", alice);
});

const signIn = (callbackURL: unknown) =>
  app.browser().post("/sign-in/email", { email: alice.email, password, callbackURL });

describe("after a sign-in, nobody is sent to", () => {
  test.each(unsafeRedirects)("%j", async (callbackURL) => {
    const answer = await signIn(callbackURL);
    // NUL and half a surrogate pair are no text at all, and refused before anything reads them.
    if (answer.status === 400) return expectIssues(answer, ["callbackURL"]);
    expectError(answer, 403, "INVALID_CALLBACKURL", "Invalid callbackURL");
  });
});

describe("after a sign-in, a person may be sent to", () => {
  test.each(safeRedirects)("%j, as %j", async (callbackURL, url) => {
    const { body } = await signIn(callbackURL);
    expect(body).toMatchObject({ redirect: true, url });
    expect([home, ...trustedOrigins]).toContain(new URL(String(body?.url), home).origin);
  });
});

test("nobody is sent anywhere by an empty address", async () => {
  expect((await signIn("")).body).toMatchObject({ redirect: false });
});

test("an unsafe address is refused before the password is looked at", async () => {
  const given = { email: alice.email, password: "a wrong password", callbackURL: "//evil.com" };
  expect((await app.browser().post("/sign-in/email", given)).status).toBe(403);
});

describe("at sign-up, too, nobody is sent to", () => {
  test.each(unsafeRedirects)("%j, and nothing is written", async (callbackURL) => {
    const empty = openApp({ trustedOrigins });
    const answer = await empty.browser().post("/sign-up/email", { ...alice, callbackURL });
    expect([400, 403]).toContain(answer.status);
    expect(answer.text).not.toContain("evil");
    expect(await countRows(empty)).toEqual({ users: 0, accounts: 0, sessions: 0 });
  });

  test.each(safeRedirects)("but %j is accepted", async (callbackURL) => {
    const answer = await openApp({ trustedOrigins })
      .browser()
      .post("/sign-up/email", { ...alice, callbackURL });
    expect(answer.status).toBe(200);
  });
});
