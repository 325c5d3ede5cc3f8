import { describe, expect, test } from "vitest";
import { alice, countRows, openApp } from "../../../tests/harness/app.ts";
import { expectError, expectIssues } from "../../../tests/harness/expect-error.ts";

const taken = [
  "USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER",
  "username is already taken. please try another.",
] as const;
const bob = { ...alice, name: "Bob", email: "bob@example.com" };

describe("a username at sign-up", () => {
  test("is stored in lower case, and displayed as written", async () => {
    const answer = await openApp()
      .browser()
      .post("/sign-up/email", { ...alice, username: "Alice.In_Wonderland" });
    expect(answer.body?.user).toMatchObject({
      username: "alice.in_wonderland",
      displayUsername: "Alice.In_Wonderland",
    });
  });

  test("keeps a different display name", async () => {
    const names = { username: "Alice", displayUsername: "aLICE" };
    const answer = await openApp()
      .browser()
      .post("/sign-up/email", { ...alice, ...names });
    expect(answer.body?.user).toMatchObject({ username: "alice", displayUsername: "aLICE" });
  });

  test("is optional, for any number of users", async () => {
    const app = openApp();
    await app.browser().post("/sign-up/email", alice);
    expect((await app.browser().post("/sign-up/email", bob)).body?.user).toMatchObject({ username: null });
  });

  test.each(["alice", "ALICE", "Alice"])("fails as %s if another user has it, and writes no row", async (username) => {
    const app = openApp();
    await app.browser().post("/sign-up/email", { ...alice, username: "Alice" });
    expectError(await app.browser().post("/sign-up/email", { ...bob, username }), 422, ...taken);
    expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 1 });
  });

  test("goes to exactly one of sixteen callers", async () => {
    const app = openApp();
    const people = Array.from({ length: 16 }, (_, index) => ({
      ...alice,
      email: `p${index}@example.com`,
      username: "same",
    }));
    const answers = await Promise.all(people.map((person) => app.browser().post("/sign-up/email", person)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array.from({ length: 15 }, () => 422)]);
    expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 1 });
  });

  test.each([
    ["", "USERNAME_IS_TOO_SHORT", "username is too short"],
    ["ab", "USERNAME_IS_TOO_SHORT", "username is too short"],
    ["x".repeat(31), "USERNAME_IS_TOO_LONG", "username is too long"],
    ["a b", "USERNAME_IS_INVALID", "username is invalid"],
    ["a-b", "USERNAME_IS_INVALID", "username is invalid"],
    ["äöü", "USERNAME_IS_INVALID", "username is invalid"],
    ["🔑🔑🔑", "USERNAME_IS_INVALID", "username is invalid"],
    ["abc\n", "USERNAME_IS_INVALID", "username is invalid"],
  ])("fails as %j", async (username, code, message) => {
    const app = openApp();
    expectError(await app.browser().post("/sign-up/email", { ...alice, username }), 422, code, message);
    expect(await countRows(app)).toEqual({ users: 0, accounts: 0, sessions: 0 });
  });

  test.each(["abc", "x".repeat(30), "a_b", "a.b", "123"])("is accepted as %s", async (username) => {
    expect(
      (
        await openApp()
          .browser()
          .post("/sign-up/email", { ...alice, username })
      ).status,
    ).toBe(200);
  });

  test.each([{ $ne: "" }, ["alice"], 5, true])("fails as %j", async (username) => {
    expectIssues(
      await openApp()
        .browser()
        .post("/sign-up/email", { ...alice, username }),
      ["username"],
    );
  });

  test("fails with a display name longer than the column", async () => {
    const names = { username: "alice", displayUsername: "x".repeat(2049) };
    expectIssues(
      await openApp()
        .browser()
        .post("/sign-up/email", { ...alice, ...names }),
      ["displayUsername"],
    );
  });
});
