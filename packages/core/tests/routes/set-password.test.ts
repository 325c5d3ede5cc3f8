import type { EmailMessage } from "@keyhold/core";
import { sessionModel } from "@keyhold/core/plugin";
import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, openApp, password, passwordHashOf, userByEmail } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";
import { allRows, removePassword } from "../../../../tests/harness/rows.ts";

let app: App;
let messages: EmailMessage[];
let browser: Browser;
let userId: string;

beforeEach(async () => {
  const sent: EmailMessage[] = [];
  messages = sent;
  app = openApp({ mail: (message) => void sent.push(message), emailVerification: { sendOnSignUp: false } });
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
  userId = (await userByEmail(app)).id;
  await app.auth.idle();
  app.events.length = 0;
});

const setPassword = (newPassword = password) =>
  app.auth.api.setPassword({ newPassword }, { headers: new Headers({ cookie: browser.cookieHeader() }) });

describe("a user without a password", () => {
  beforeEach(() => removePassword(app, userId));

  test("gets one, and signs in with it", async () => {
    expect(await setPassword("another password")).toEqual({ status: true });
    const answer = await app.browser().post("/sign-in/email", { ...alice, password: "another password" });
    expect(answer.status).toBe(200);
  });

  test("keeps the session", async () => {
    await setPassword();
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ id: userId });
  });

  test("is notified of it, and an event is emitted", async () => {
    await setPassword();
    await app.auth.idle();
    expect(app.events).toMatchObject([{ type: "password.changed", by: "set", user: { id: userId } }]);
    expect(messages).toMatchObject([{ kind: "password-changed", to: alice.email }]);
  });

  test("gets one of sixteen concurrent ones", async () => {
    const passwords = Array.from({ length: 16 }, (_, caller) => `password of caller ${caller}`);
    const results = await Promise.allSettled(passwords.map(setPassword));
    const given = passwords.filter((_, caller) => results[caller]?.status === "fulfilled");
    expect(given).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "USER_ALREADY_HAS_A_PASSWORD" });
    }
    expect((await allRows(app)).accounts).toHaveLength(1);
    expect((await app.browser().post("/sign-in/email", { ...alice, password: given[0] })).status).toBe(200);
  });

  test("needs a session that is fresh", async () => {
    app.wait(2 * 86_400);
    await expect(setPassword()).rejects.toMatchObject({ status: 403, code: "SESSION_IS_NOT_FRESH" });
    expect(await passwordHashOf(app, userId)).toBeNull();
  });
});

test("a user with a password keeps it", async () => {
  const before = await allRows(app);
  await expect(setPassword("another password")).rejects.toMatchObject({
    status: 400,
    code: "USER_ALREADY_HAS_A_PASSWORD",
    message: "user already has a password",
  });
  expect(await allRows(app)).toEqual(before);
});

test("a caller without a session gets no password", async () => {
  await expect(app.auth.api.setPassword({ newPassword: password })).rejects.toMatchObject({ status: 401 });
});

test("over HTTP the route does not exist", async () => {
  expectError(await browser.post("/set-password", { newPassword: password }), 404, "NOT_FOUND", "Not found");
});

test("a session that ends before the password is stored gives the user no password", async () => {
  const clean: { run?: () => Promise<unknown> } = {};
  app = openApp({
    mail: () => undefined,
    emailVerification: { sendOnSignUp: false },
    emailAndPassword: {
      enabled: true,
      checkPassword: async () => {
        await clean.run?.();
        return null;
      },
    },
  });
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
  userId = (await userByEmail(app)).id;
  await removePassword(app, userId);
  clean.run = () => app.db.remove(sessionModel, { userId });
  await expect(setPassword("another password")).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect((await allRows(app)).accounts).toEqual([]);
});
