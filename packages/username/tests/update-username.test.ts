import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, openApp } from "../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../tests/harness/browser.ts";
import { expectError } from "../../../tests/harness/expect-error.ts";
import { unchangedRows } from "../../../tests/harness/rows.ts";

const bob = { name: "Bob", email: "bob@example.com", password: alice.password, username: "Bob" };

let app: App;
let browser: Browser;

beforeEach(async () => {
  app = openApp({ rateLimit: { enabled: false, wrongPasswords: false } });
  browser = app.browser();
  await browser.post("/sign-up/email", { ...alice, username: "Alice_1" });
});

const shown = async () => (await browser.get("/get-session")).body?.user;
const unchanged = <T>(run: () => Promise<T>) => unchangedRows(app, run);
const expectDone = (answer: Answer) =>
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { status: true } });

describe("a username at update-user", () => {
  const taken = [422, "USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER"] as const;

  test("is rejected if another user has it, in any case", async () => {
    await app.browser().post("/sign-up/email", bob);
    for (const username of ["bob", "BOB"]) {
      const answer = await unchanged(() => browser.post("/update-user", { username, name: "Ada" }));
      expectError(answer, ...taken, "username is already taken. please try another.");
    }
  });

  test("can be changed, and the previous one is free again", async () => {
    expectDone(await browser.post("/update-user", { username: "Ada" }));
    expect(await shown()).toMatchObject({ username: "ada" });
    const answer = await app.browser().post("/sign-up/email", { ...bob, username: "alice_1" });
    expect(answer.status).toBe(200);
  });

  test.each([
    ["ab", "USERNAME_IS_TOO_SHORT"],
    ["", "USERNAME_IS_TOO_SHORT"],
    ["x".repeat(31), "USERNAME_IS_TOO_LONG"],
    ["a b", "USERNAME_IS_INVALID"],
  ])("%j fails as at sign-up", async (username, code) => {
    const answer = await unchanged(() => browser.post("/update-user", { username }));
    expect([answer.status, answer.body?.code]).toEqual([422, code]);
  });

  test("can be removed", async () => {
    expectDone(await browser.post("/update-user", { username: null }));
    expect(await shown()).toMatchObject({ username: null });
    const signIn = await app.browser().post("/sign-in/username", { username: "alice_1", password: alice.password });
    expect(signIn.status).toBe(401);
  });
});
