import { defineErrors } from "@keyhold/core";
import type { Hooks } from "@keyhold/core/plugin";
import { describe, expect, test } from "vitest";
import { alice, countRows, openApp, sessionModel, userModel } from "../../../../tests/harness/app.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";

const errors = defineErrors({ NOT_TODAY: { status: 403, message: "not today" } });
type Rule = Hooks["session.create"];
const openWith = (hook: Rule) => openApp({ errors, hooks: { "session.create": hook } });

describe("a hook for a new session", () => {
  test("gets the user and the method, at sign-up and at sign-in", async () => {
    const heard: unknown[] = [];
    const app = openWith(({ user, method, isNewUser }) => void heard.push([user.email, method, isNewUser]));
    await app.browser().post("/sign-up/email", { ...alice, username: "alice" });
    await app.browser().post("/sign-in/email", alice);
    await app.browser().post("/sign-in/username", { ...alice, username: "alice" });
    expect(heard).toEqual([
      [alice.email, "email", true],
      [alice.email, "email", false],
      [alice.email, "username", false],
    ]);
  });

  test("gets the replaced session of the same user, and not that of another one", async () => {
    const heard: (string | undefined)[] = [];
    const app = openWith(({ replaced }) => void heard.push(replaced?.userId));
    const browser = app.browser();
    const { user } = (await browser.post("/sign-up/email", alice)).body ?? {};
    await browser.post("/sign-in/email", alice);
    await app.browser().post("/sign-in/email", alice);
    await browser.post("/sign-up/email", { ...alice, email: "other@example.com" });
    expect(heard).toEqual([undefined, user?.id, undefined, undefined]);
  });

  test("says no to a sign-up, of which nothing stays", async () => {
    const app = openWith((_, ctx) => ctx.fail(errors.NOT_TODAY));
    expectError(await app.browser().post("/sign-up/email", alice), 403, "NOT_TODAY", "not today");
    expect(await countRows(app)).toEqual({ users: 0, accounts: 0, sessions: 0 });
    await app.auth.idle();
    expect(app.events).toEqual([]);
  });

  test("says no to a sign-in, and the session of before goes on", async () => {
    const app = openWith(({ isNewUser }, ctx) => void (isNewUser || ctx.fail(errors.NOT_TODAY)));
    const browser = app.browser();
    await browser.post("/sign-up/email", alice);
    expectError(await browser.post("/sign-in/email", alice), 403, "NOT_TODAY", "not today");
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
  });

  test("is not called before the password was right", async () => {
    let asked = 0;
    const app = openWith(() => {
      asked += 1;
    });
    await app.browser().post("/sign-up/email", alice);
    await app.browser().post("/sign-in/email", { ...alice, password: "a wrong password" });
    expect(asked).toBe(1);
  });

  test("writes in the same transaction", async () => {
    const app = openWith(async ({ user, isNewUser }, ctx) => {
      await ctx.db.update(userModel, user.id, { name: "Seen" });
      if (!isNewUser) ctx.fail(errors.NOT_TODAY);
    });
    const { user } = (await app.browser().post("/sign-up/email", alice)).body ?? {};
    expect(await app.db.find(userModel, { id: String(user?.id) })).toMatchObject({ name: "Seen" });
    await app.db.update(userModel, String(user?.id), { name: "Alice" });
    await app.browser().post("/sign-in/email", alice);
    expect(await app.db.find(userModel, { id: String(user?.id) })).toMatchObject({ name: "Alice" });
  });

  test("may allow one session per user", async () => {
    const app = openWith(async ({ user }, ctx) => void (await ctx.db.remove(sessionModel, { userId: user.id })));
    const first = app.browser();
    await first.post("/sign-up/email", alice);
    await app.browser().post("/sign-in/email", alice);
    expect((await first.get("/get-session")).text).toBe("null");
    expect(await countRows(app)).toMatchObject({ sessions: 1 });
  });
});
