import { describe, expect, test } from "vitest";
import { alice, countRows, openApp } from "../../../../../tests/harness/app.ts";
import { expectError, expectIssues } from "../../../../../tests/harness/expect-error.ts";

const nothing = { users: 0, accounts: 0, sessions: 0 };

describe("a sign-up fails", () => {
  test("for a taken address", async () => {
    const app = openApp();
    await app.browser().post("/sign-up/email", alice);
    const answer = await app.browser().post("/sign-up/email", { ...alice, password: "another password" });
    expectError(answer, 422, "USER_ALREADY_EXISTS", "User already exists");
    expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 1 });
  });

  test("for a taken address in other letter case", async () => {
    const app = openApp();
    await app.browser().post("/sign-up/email", alice);
    const answer = await app.browser().post("/sign-up/email", { ...alice, email: "Alice@EXAMPLE.com" });
    expectError(answer, 422, "USER_ALREADY_EXISTS", "User already exists");
  });

  test.each([
    ["", ""],
    ["words", "not an address"],
    ["no domain", "a@"],
    ["a list", "a@x.io,b@x.io"],
    ["a line break", "a@x.io\n"],
    ["a blank before it", " a@x.io"],
    ["a second at sign in disguise", "victim@x.io\uFF20evil.io"],
  ])("for an invalid address: %s", async (_, email) => {
    const app = openApp();
    const answer = await app.browser().post("/sign-up/email", { ...alice, email });
    expectError(answer, 400, "INVALID_EMAIL", "Invalid email");
    expect(await countRows(app)).toEqual(nothing);
  });

  test.each([
    ["7 characters", "x".repeat(7)],
    ["nothing", ""],
    ["7 characters of two code units each", "🔑".repeat(7)],
  ])("for a password of %s", async (_, password) => {
    const app = openApp();
    const answer = await app.browser().post("/sign-up/email", { ...alice, password });
    expectError(answer, 400, "PASSWORD_TOO_SHORT", "Password too short");
    expect(await countRows(app)).toEqual(nothing);
  });

  test.each([
    ["129 characters", "x".repeat(129)],
    ["60,000 characters", "x".repeat(60_000)],
  ])("for a password of %s", async (_, password) => {
    const app = openApp();
    const answer = await app.browser().post("/sign-up/email", { ...alice, password });
    expectError(answer, 400, "PASSWORD_TOO_LONG", "Password too long");
    expect(await countRows(app)).toEqual(nothing);
  });

  test("for a password of more than 1,024 bytes, with any configured maximum", async () => {
    const app = openApp({ emailAndPassword: { maxPasswordLength: 5000 } });
    const answer = await app.browser().post("/sign-up/email", { ...alice, password: "é".repeat(513) });
    expectError(answer, 400, "PASSWORD_TOO_LONG", "Password too long");
  });

  test.each([8, 128])("but not for a password of exactly %i characters", async (length) => {
    const answer = await openApp()
      .browser()
      .post("/sign-up/email", { ...alice, password: "éèêëàâäç".repeat(length / 8) });
    expect(answer.status).toBe(200);
  });

  test.each([{ enabled: false }, { disableSignUp: true }])("if it is disabled: %j", async (emailAndPassword) => {
    const app = openApp({ emailAndPassword });
    const answer = await app.browser().post("/sign-up/email", alice);
    const code = "EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED";
    expectError(answer, 400, code, "Email and password sign up is not enabled");
    expect(await countRows(app)).toEqual(nothing);
  });

  test("with every missing field by its path", async () => {
    expectIssues(await openApp().browser().post("/sign-up/email", {}), ["name", "email", "password"]);
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    " https://x.io/a.png",
    "//x.io/a.png",
    "https://",
    "/a.png",
    "",
  ])("for a picture at %j", async (image) => {
    expectIssues(
      await openApp()
        .browser()
        .post("/sign-up/email", { ...alice, image }),
      ["image"],
    );
  });

  test("for a picture's address of more than 2,048 characters", async () => {
    const image = `https://x.io/${"a".repeat(2048)}`;
    expectIssues(
      await openApp()
        .browser()
        .post("/sign-up/email", { ...alice, image }),
      ["image"],
    );
  });

  test("for a name of more than 255 characters", async () => {
    expectIssues(
      await openApp()
        .browser()
        .post("/sign-up/email", { ...alice, name: "x".repeat(256) }),
      ["name"],
    );
  });
});
