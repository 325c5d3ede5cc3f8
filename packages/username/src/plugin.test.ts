import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { namedUserModel } from "./models.js";
import type { UsernameOptions } from "./options.js";
import { username } from "./plugin.js";

const ann = { email: "ann@example.com", name: "Ann", password: "a right password" };

async function signUp(name: string, options: Partial<UsernameOptions> = {}) {
  const { browser } = createTestAuth({ plugins: [username(options)] });
  const response = await browser.post("/sign-up/email", { ...ann, username: name });
  const { code, user } = await response.json();
  return code ?? user.username;
}

describe("the options of the username plugin", () => {
  test("have defaults", async () => {
    expect(await signUp("ab")).toBe("USERNAME_IS_TOO_SHORT");
    expect(await signUp("x".repeat(31))).toBe("USERNAME_IS_TOO_LONG");
    expect(await signUp("a b c")).toBe("USERNAME_IS_INVALID");
    expect(await signUp("Alice")).toBe("alice");
  });

  test("have defaults for undefined, too", async () => {
    const nothing = { minUsernameLength: undefined, maxUsernameLength: undefined, usernameValidator: undefined };
    expect(await signUp("ab", nothing)).toBe("USERNAME_IS_TOO_SHORT");
    expect(await signUp("x".repeat(31), nothing)).toBe("USERNAME_IS_TOO_LONG");
    expect(await signUp("Alice", nothing)).toBe("alice");
  });

  test("set the lengths", async () => {
    expect(await signUp("ab", { minUsernameLength: 2 })).toBe("ab");
    expect(await signUp("abc", { maxUsernameLength: 2, minUsernameLength: 1 })).toBe("USERNAME_IS_TOO_LONG");
  });

  test("can reject further names", async () => {
    const usernameValidator = (name: string) => name !== "admin";
    expect(await signUp("admin", { usernameValidator })).toBe("USERNAME_IS_INVALID");
    expect(await signUp("Admin", { usernameValidator })).toBe("USERNAME_IS_INVALID");
  });

  test.each(["usernameValidator", "displayUsernameValidator"])("accept no name by a promise of %s", async (option) => {
    const logged: unknown[] = [];
    const { browser, auth } = createTestAuth({
      plugins: [username({ [option]: async () => false })],
      config: { log: (entry) => void logged.push(entry) },
    });
    const answer = await browser.post("/sign-up/email", { ...ann, username: "alice", displayUsername: "Alice" });
    await auth.idle();
    expect(answer.status).toBe(500);
    expect(JSON.stringify(logged)).toContain("answered a promise");
  });

  test.each([
    { minUsernameLength: 0 },
    { minUsernameLength: Number.NaN },
    { maxUsernameLength: Number.POSITIVE_INFINITY },
    { minUsernameLength: 31 },
  ])("are config errors if they are %o", async (options) => {
    await expect(signUp("alice", options)).rejects.toThrow("minUsernameLength and maxUsernameLength must be");
  });

  test("belong to one auth, not to all", async () => {
    expect(await signUp("ab", { minUsernameLength: 2 })).toBe("ab");
    expect(await signUp("ab")).toBe("USERNAME_IS_TOO_SHORT");
  });
});

describe("a username in server-side calls", () => {
  test("is part of inputs and responses", async () => {
    const { auth } = createTestAuth({ plugins: [username()] });
    const signedUp = await auth.api.signUp.email({ ...ann, username: "Ann_1" });
    expect(signedUp.user).toMatchObject({ username: "ann_1", displayUsername: "Ann_1" });
    const { user } = await auth.api.signIn.username({ username: "ANN_1", password: ann.password });
    expect(user).toMatchObject({ username: "ann_1", displayUsername: "Ann_1" });
  });

  test("is in the event of the new user", async () => {
    const { auth, events } = createTestAuth({ plugins: [username()] });
    await auth.api.signUp.email({ ...ann, username: "Ann_1" });
    expect(events[0]).toMatchObject({ type: "user.created", user: { username: "ann_1", displayUsername: "Ann_1" } });
  });

  test("can be set by a hook of the app", async () => {
    const hooks = { "user.create": (draft: object) => ({ ...draft, username: "FROM.RULE" }) as never };
    const { auth } = createTestAuth({ plugins: [username()], config: { hooks } });
    expect((await auth.api.signUp.email(ann)).user.username).toBe("from.rule");
  });
});

describe("a changed username", () => {
  async function update(change: object, own: object = {}, options: Partial<UsernameOptions> = {}) {
    const { signUp, db } = createTestAuth({ plugins: [username(options)] });
    await signUp("bob@example.com", { username: "bob" });
    const { browser, user } = await signUp("ann@example.com", { username: "Ann_1", ...own });
    const response = await browser.post("/update-user", change);
    const { code, message } = await response.json();
    const stored = await db.find(namedUserModel, { id: user.id });
    return { status: response.status, code, message, names: [stored?.username, stored?.displayUsername] };
  }

  test.each([
    ["is stored in lower case, and displayed as written", { username: "Anna" }, ["anna", "Anna"]],
    ["can change its capitals and keep its letters", { username: "ANN_1" }, ["ann_1", "ANN_1"]],
    ["can be sent unchanged", { username: "Ann_1" }, ["ann_1", "Ann_1"]],
    ["can come with a display name", { username: "anna", displayUsername: "ANna" }, ["anna", "ANna"]],
    ["can stay while its display name changes", { displayUsername: "ANN_1" }, ["ann_1", "ANN_1"]],
    ["can lose its display name", { displayUsername: null }, ["ann_1", null]],
    ["can be removed together with its display name", { username: null }, [null, null]],
  ])("%s", async (_, change, names) => {
    expect(await update(change)).toMatchObject({ status: 200, names });
  });

  test.each([
    ["stays with the same name", { username: "ANN_1" }, ["ann_1", "The Ann"]],
    ["goes with another one", { username: "anna" }, ["anna", "anna"]],
  ])("with a different display name: that one %s", async (_, change, names) => {
    const ownCheck = { displayUsernameValidator: () => true };
    expect(await update(change, { displayUsername: "The Ann" }, ownCheck)).toMatchObject({ status: 200, names });
  });

  test("with a different display name, stored before or by the previous library, can be sent again unchanged with it", async () => {
    const { signUp, db } = createTestAuth({ plugins: [username()] });
    const { browser, user } = await signUp("ann@example.com", { username: "Ann_1" });
    await db.update(namedUserModel, user.id, { displayUsername: "The Ann" });
    const form = { name: "Anna", username: "ann_1", displayUsername: "The Ann" };
    expect((await browser.post("/update-user", form)).status).toBe(200);
    expect((await browser.post("/update-user", { name: "Ann" })).status).toBe(200);
    expect(await db.find(namedUserModel, { id: user.id })).toMatchObject({ name: "Ann", displayUsername: "The Ann" });
    expect((await browser.post("/update-user", { ...form, username: "anna" })).status).toBe(422);
  });

  const taken = {
    status: 422,
    code: "USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER",
    message: "username is already taken. please try another.",
  };

  test.each(["bob", "BOB", "Bob"])("cannot be another user's, as %s", async (name) => {
    expect(await update({ username: name })).toEqual({ ...taken, names: ["ann_1", "Ann_1"] });
  });

  test.each([
    ["ab", "USERNAME_IS_TOO_SHORT"],
    ["", "USERNAME_IS_TOO_SHORT"],
    ["x".repeat(31), "USERNAME_IS_TOO_LONG"],
    ["a b", "USERNAME_IS_INVALID"],
    ["bob@example.com", "USERNAME_IS_INVALID"],
  ])("cannot be %j", async (name, code) => {
    expect(await update({ username: name })).toMatchObject({ status: 422, code, names: ["ann_1", "Ann_1"] });
  });
});

describe("a display name", () => {
  const mine = { username: "mallory" };

  test.each([
    ["another user's", { displayUsername: "Bob" }],
    ["another user's in capitals", { displayUsername: "BOB" }],
    ["no user's", { displayUsername: "Support" }],
    ["like one's own with another letter", { displayUsername: "m\u0430llory" }],
    ["markup", { displayUsername: "a b<script>" }],
    ["empty", { displayUsername: "" }],
  ])("cannot be %s", async (_, given) => {
    const { signUp, browser, db } = createTestAuth({ plugins: [username()] });
    await signUp("bob@example.com", { username: "Bob" });
    const refused = { status: 422, code: "USERNAME_IS_INVALID" };
    const ask = async (asked: typeof browser, path: string, body: object) => {
      const response = await asked.post(path, body);
      return { status: response.status, code: (await response.json()).code };
    };
    expect(await ask(browser, "/sign-up/email", { ...ann, ...mine, ...given })).toEqual(refused);
    expect(await ask(browser, "/sign-up/email", { ...ann, ...given })).toEqual(refused);
    const mallory = await signUp("mallory@example.com", mine);
    expect(await ask(mallory.browser, "/update-user", given)).toEqual(refused);
    expect(await ask(mallory.browser, "/update-user", { username: null, ...given })).toEqual(refused);
    expect(await db.find(namedUserModel, { id: mallory.user.id })).toMatchObject({ displayUsername: "mallory" });
  });

  test("is any text if the app has a check of its own", async () => {
    const displayUsernameValidator = (name: string) => name !== "Support";
    const { signUp } = createTestAuth({ plugins: [username({ displayUsernameValidator })] });
    const { browser } = await signUp("mallory@example.com", { ...mine, displayUsername: "The Mallory" });
    expect((await browser.post("/update-user", { displayUsername: "Mallory, again" })).status).toBe(200);
    const refused = await browser.post("/update-user", { displayUsername: "Support" });
    expect([refused.status, (await refused.json()).code]).toEqual([422, "USERNAME_IS_INVALID"]);
  });

  test("is not accepted for sign-in", async () => {
    const { signUp, visit } = createTestAuth({ plugins: [username({ displayUsernameValidator: () => true })] });
    await signUp("bob@example.com", { username: "bob", displayUsername: "Ann" });
    const { password } = await signUp("ann@example.com", { username: "ann.1", displayUsername: "Ann" });
    const response = await visit().browser.post("/sign-in/username", { username: "Ann", password });
    expect(response.status).toBe(401);
  });
});
