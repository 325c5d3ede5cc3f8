import type { EmailMessage } from "@keyhold/core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type App, alice, countRows, openApp, password, userByEmail } from "../../app.js";
import { expectError } from "../../expect-error.js";

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
])("$path, where an address must be proven first,", ({ path, name, method, wrong, unverified }) => {
  const signIn = (given: string) => app.browser().post(path, { ...name, password: given });

  test("says nothing of it to who does not know the password", async () => {
    await open();
    expectError(await signIn("a wrong password"), 401, wrong.code, wrong.message);
    await app.auth.idle();
    expect(messages).toEqual([]);
  });

  test("says so to who does, and opens no session", async () => {
    await open();
    expectError(await signIn(password), 403, "EMAIL_NOT_VERIFIED", unverified);
    expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 0 });
  });

  test("sends the letter again", async () => {
    await open();
    await signIn(password);
    await app.auth.idle();
    expect(messages).toMatchObject([{ kind: "verify-email", to: alice.email, user: { email: alice.email } }]);
  });

  test("sends none where the app does not want it", async () => {
    await open({ sendOnSignIn: false });
    expectError(await signIn(password), 403, "EMAIL_NOT_VERIFIED", unverified);
    await app.auth.idle();
    expect(messages).toEqual([]);
  });

  test("tells listeners that nobody was let in, and why", async () => {
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

  test("lets in who has proven it", async () => {
    await open();
    await signIn(password);
    await app.auth.idle();
    const { url } = messages[0] as EmailMessage & { url: string };
    await app.browser().follow(url.slice(url.indexOf("/verify-email")));
    expect((await signIn(password)).status).toBe(200);
    expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 1 });
  });
});

test("the letter leads where the sign-in by e-mail wanted to go", async () => {
  await open();
  await app.browser().post("/sign-in/email", { ...alice, callbackURL: "/dash?tab=2" });
  await app.auth.idle();
  const [message] = messages as (EmailMessage & { url: string })[];
  expect(new URL(message?.url ?? "").searchParams.get("callbackURL")).toBe("/dash?tab=2");
});
