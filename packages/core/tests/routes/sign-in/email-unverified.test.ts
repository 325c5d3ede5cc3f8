import type { EmailMessage } from "@keyhold/core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type App, alice, countRows, openApp, password, userByEmail } from "../../../../../tests/harness/app.ts";
import { expectError } from "../../../../../tests/harness/expect-error.ts";

let app: App;
let messages: EmailMessage[];

beforeEach(() => {
  messages = [];
});
afterEach(() => app.auth.idle());

async function open(emailVerification: { sendOnSignIn?: boolean } = {}): Promise<void> {
  app = openApp({
    emailAndPassword: { requireEmailVerification: true },
    emailVerification: { sendOnSignUp: false, ...emailVerification },
    mail: (message) => void messages.push(message),
  });
  await app.browser().post("/sign-up/email", { ...alice, username: "alice" });
  await app.auth.idle();
  app.events.length = 0;
}

describe.each([
  {
    path: "/sign-in/email",
    name: { email: alice.email },
    method: "email",
    wrong: { code: "INVALID_EMAIL_OR_PASSWORD", message: "Invalid email or password" },
    unverified: "Email not verified",
  },
  {
    path: "/sign-in/username",
    name: { username: "Alice" },
    method: "username",
    wrong: { code: "INVALID_USERNAME_OR_PASSWORD", message: "invalid username or password" },
    unverified: "email not verified",
  },
])("$path, if an address must be verified first,", ({ path, name, method, wrong, unverified }) => {
  const signIn = (given: string) => app.browser().post(path, { ...name, password: given });

  test("does not reveal it without the right password", async () => {
    await open();
    expectError(await signIn("a wrong password"), 401, wrong.code, wrong.message);
    await app.auth.idle();
    expect(messages).toEqual([]);
  });

  test("reports it with the right password, and opens no session", async () => {
    await open();
    expectError(await signIn(password), 403, "EMAIL_NOT_VERIFIED", unverified);
    expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 0 });
  });

  test("sends the verification email again", async () => {
    await open();
    await signIn(password);
    await app.auth.idle();
    expect(messages).toMatchObject([{ kind: "verify-email", to: alice.email, user: { email: alice.email } }]);
  });

  test("sends no email if so configured", async () => {
    await open({ sendOnSignIn: false });
    expectError(await signIn(password), 403, "EMAIL_NOT_VERIFIED", unverified);
    await app.auth.idle();
    expect(messages).toEqual([]);
  });

  test("emits the failed sign-in, with the reason", async () => {
    await open();
    await signIn(password);
    await app.auth.idle();
    const { id: userId } = await userByEmail(app);
    expect(app.events).toContainEqual({
      type: "sign-in.failed",
      method,
      userId,
      reason: "email not verified",
      ipAddress: null,
      userAgent: null,
    });
  });

  test("succeeds for a verified address", async () => {
    await open();
    await signIn(password);
    await app.auth.idle();
    const { url } = messages[0] as EmailMessage & { url: string };
    await app.browser().follow(url.slice(url.indexOf("/verify-email")));
    expect((await signIn(password)).status).toBe(200);
    expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 1 });
  });
});

test("the email redirects to the callbackURL of the sign-in", async () => {
  await open();
  await app.browser().post("/sign-in/email", { ...alice, callbackURL: "/dash?tab=2" });
  await app.auth.idle();
  const [message] = messages as (EmailMessage & { url: string })[];
  expect(new URL(message?.url ?? "").searchParams.get("callbackURL")).toBe("/dash?tab=2");
});
