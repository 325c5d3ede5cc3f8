import { memory } from "@keyhold/adapter-memory";
import type { EmailMessage } from "@keyhold/core";
import { accountModel, Conflict, commonErrors, coreErrors, userModel } from "@keyhold/core/plugin";
import { intercept } from "@keyhold/testing/faults";
import { usernameErrors } from "@keyhold/username";
import { describe, expect, test } from "vitest";
import {
  type App,
  alice,
  type Changes,
  cheapHashing,
  openApp,
  password,
  userByEmail,
} from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";

/** An app with all routes enabled, a mailbox, and a signed-in user. */
interface Scene {
  readonly app: App;
  readonly messages: readonly EmailMessage[];
  readonly browser: Browser;
}

async function open(changes: Changes = {}): Promise<Scene> {
  const messages: EmailMessage[] = [];
  const app = openApp({
    mail: (message) => void messages.push(message),
    user: { changeEmail: { enabled: true }, deleteUser: { enabled: true, confirmByMail: false } },
    ...changes,
  });
  const browser = app.browser();
  await browser.post("/sign-up/email", { ...alice, username: "alice" });
  await app.auth.idle();
  return { app, messages, browser };
}

function tokenIn(messages: readonly EmailMessage[], kind: EmailMessage["kind"]): string {
  const message = messages.findLast((one) => one.kind === kind);
  if (!message || !("token" in message)) throw new Error(`No email "${kind}" was sent.`);
  return encodeURIComponent(message.token);
}

const bob = { ...alice, name: "Bob", email: "bob@example.com" };
const day = 86_400;

async function withoutPassword({ app, browser }: Scene): Promise<Browser> {
  const { id } = await userByEmail(app);
  const at = app.now();
  await app.db.transactionOn(userModel, id, async (tx, user) => {
    const github = { providerId: "github", accountId: "1", userId: id, createdAt: at, updatedAt: at };
    await tx.insert(accountModel, github, user);
    await tx.remove(accountModel, { userId: id, providerId: "credential" }, user);
  });
  return browser;
}

async function verified(scene: Scene): Promise<Browser> {
  const { id } = await userByEmail(scene.app);
  await scene.app.db.update(userModel, id, { emailVerified: true });
  return scene.browser;
}

/**
 * The specification's catalogue of errors for accounts and sessions, word for word, each with an HTTP request that
 * causes it.
 */
const catalogue: readonly [status: number, code: string, message: string, ask: () => Promise<Answer>][] = [
  [400, "INVALID_EMAIL", "Invalid email", async () => (await open()).browser.post("/forget-password", { email: "a@" })],
  [
    401,
    "INVALID_EMAIL_OR_PASSWORD",
    "Invalid email or password",
    async () => (await open()).browser.post("/sign-in/email", { ...alice, password: "a wrong password" }),
  ],
  [
    400,
    "INVALID_PASSWORD",
    "Invalid password",
    async () =>
      (await open()).browser.post("/change-password", { currentPassword: "wrong", newPassword: "another password" }),
  ],
  [
    400,
    "INVALID_TOKEN",
    "invalid token",
    async () =>
      (await open()).browser.post("/reset-password", { token: "x".repeat(24), newPassword: "another password" }),
  ],
  [
    400,
    "PASSWORD_TOO_SHORT",
    "Password too short",
    async () => (await open()).browser.post("/sign-up/email", { ...bob, password: "seven77" }),
  ],
  [
    400,
    "PASSWORD_TOO_LONG",
    "Password too long",
    async () => (await open()).browser.post("/sign-up/email", { ...bob, password: "ab".repeat(65) }),
  ],
  [422, "USER_ALREADY_EXISTS", "User already exists", async () => (await open()).browser.post("/sign-up/email", alice)],
  [
    403,
    "EMAIL_NOT_VERIFIED",
    "Email not verified",
    async () => {
      const requireEmailVerification = { enabled: true, requireEmailVerification: true, passwordHashing: cheapHashing };
      return (await open({ emailAndPassword: requireEmailVerification })).browser.post("/sign-in/email", alice);
    },
  ],
  [
    400,
    "CREDENTIAL_ACCOUNT_NOT_FOUND",
    "Credential account not found",
    async () =>
      (await withoutPassword(await open())).post("/change-password", {
        currentPassword: password,
        newPassword: "another password",
      }),
  ],
  [
    400,
    "SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION",
    "Session expired. Re-authenticate to perform this action.",
    async () => {
      const { app, browser } = await open();
      app.wait(2 * day);
      return browser.post("/delete-user");
    },
  ],
  [
    403,
    "SESSION_IS_NOT_FRESH",
    "Session is not fresh",
    async () => {
      const { app, browser } = await open();
      app.wait(2 * day);
      return browser.post("/unlink-account", { providerId: "credential" });
    },
  ],
  [
    400,
    "YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT",
    "You can't unlink your last account",
    async () => (await open()).browser.post("/unlink-account", { providerId: "credential" }),
  ],
  [
    400,
    "ACCOUNT_NOT_FOUND",
    "Account not found",
    async () => {
      const allowUnlinkingAll = { account: { allowUnlinkingAll: true } };
      return (await open(allowUnlinkingAll)).browser.post("/unlink-account", { providerId: "google" });
    },
  ],
  [
    400,
    "VERIFICATION_EMAIL_ISNT_ENABLED",
    "Verification email isn't enabled",
    async () => {
      const { browser } = await open({ mail: undefined });
      return browser.post("/send-verification-email", { email: alice.email });
    },
  ],
  [
    400,
    "RESET_PASSWORD_ISNT_ENABLED",
    "Reset password isn't enabled",
    async () => (await open({ mail: undefined })).browser.post("/forget-password", { email: alice.email }),
  ],
  [
    400,
    "EMAIL_AND_PASSWORD_IS_NOT_ENABLED",
    "Email and password is not enabled",
    async () => (await open({ emailAndPassword: { enabled: false } })).browser.post("/sign-in/email", alice),
  ],
  [
    400,
    "CHANGE_EMAIL_IS_DISABLED",
    "Change email is disabled",
    async () => (await open({ user: {} })).browser.post("/change-email", { newEmail: bob.email }),
  ],
  [
    400,
    "EMAIL_MISMATCH",
    "Email mismatch",
    async () => (await open()).browser.post("/send-verification-email", { email: "eve@example.com" }),
  ],
  [
    400,
    "EMAIL_IS_THE_SAME",
    "Email is the same",
    async () => (await open()).browser.post("/change-email", { newEmail: "ALICE@example.com" }),
  ],
  [
    400,
    "COULDNT_UPDATE_YOUR_EMAIL",
    "Couldn't update your email",
    async () => {
      const { app, browser } = await open({
        mail: undefined,
        user: { changeEmail: { enabled: true } },
      });
      await app.browser().post("/sign-up/email", bob);
      return browser.post("/change-email", { newEmail: bob.email });
    },
  ],
  [
    404,
    "FAILED_TO_GET_USER_INFO",
    "Failed to get user info",
    async () => (await open()).app.browser().get("/delete-user/callback?token=x"),
  ],
  [
    401,
    "TOKEN_EXPIRED",
    "token_expired",
    async () => {
      const { app, browser, messages } = await open();
      app.wait(3601);
      return browser.get(`/verify-email?token=${tokenIn(messages, "verify-email")}`);
    },
  ],
  [
    401,
    "INVALID_TOKEN",
    "invalid_token",
    async () => (await open()).browser.get(`/verify-email?token=${"x".repeat(32)}`),
  ],
  [
    401,
    "USER_NOT_FOUND",
    "user_not_found",
    async () => {
      const { browser, messages } = await open();
      await browser.post("/delete-user", { password });
      return browser.get(`/verify-email?token=${tokenIn(messages, "verify-email")}`);
    },
  ],
  [
    401,
    "UNAUTHORIZED",
    "unauthorized",
    async () => {
      const scene = await open();
      await (await verified(scene)).post("/change-email", { newEmail: bob.email });
      await scene.app.auth.idle();
      return scene.app.browser().get(`/verify-email?token=${tokenIn(scene.messages, "confirm-email-change")}`);
    },
  ],
  [
    401,
    "INVALID_USERNAME_OR_PASSWORD",
    "invalid username or password",
    async () => (await open()).browser.post("/sign-in/username", { username: "alice", password: "a wrong password" }),
  ],
  [
    422,
    "USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER",
    "username is already taken. please try another.",
    async () => (await open()).browser.post("/sign-up/email", { ...bob, username: "ALICE" }),
  ],
  [
    422,
    "USERNAME_IS_TOO_SHORT",
    "username is too short",
    async () => (await open()).browser.post("/sign-up/email", { ...bob, username: "ab" }),
  ],
  [
    422,
    "USERNAME_IS_TOO_LONG",
    "username is too long",
    async () => (await open()).browser.post("/update-user", { username: "a".repeat(31) }),
  ],
  [
    422,
    "USERNAME_IS_INVALID",
    "username is invalid",
    async () => (await open()).browser.post("/update-user", { username: "al ice" }),
  ],
  [
    403,
    "INVALID_CALLBACKURL",
    "Invalid callbackURL",
    async () => (await open()).browser.post("/sign-in/email", { ...alice, callbackURL: "https://evil.example" }),
  ],
  [
    403,
    "INVALID_REDIRECTURL",
    "Invalid redirectURL",
    async () => (await open()).browser.post("/forget-password", { email: alice.email, redirectTo: "//evil.example" }),
  ],
  [
    500,
    "FAILED_TO_GET_SESSION",
    "Failed to get session",
    async () => {
      const { app, browser } = await open({ database: breakable() });
      broken = "find session";
      const answer = await browser.get("/get-session").finally(() => {
        broken = "";
      });
      expect(app.logged).toHaveLength(1);
      return answer;
    },
  ],
  [
    500,
    "FAILED_TO_CREATE_SESSION",
    "Failed to create session",
    async () => {
      const { browser } = await open({ database: breakable() });
      broken = "insert session";
      return browser.post("/sign-in/email", alice).finally(() => {
        broken = "";
      });
    },
  ],
];

let broken = "";

/** A database that fails at one verb on one model, or already has the row. */
function breakable(): NonNullable<Changes["database"]> {
  return intercept(memory(), {
    async verb({ verb, model }, run) {
      if (`${verb} ${model}` !== broken) return run();
      if (verb === "insert") return new Conflict(model, "token") as never;
      throw new Error("A disk is full.");
    },
  });
}

describe("the catalogue of errors", () => {
  test.each(catalogue)("%i %s: %s", async (status, code, message, ask) => {
    const answer = await ask();
    const { stepUp, ...body } = { ...answer.body } as Record<string, unknown>;
    expect({ status: answer.status, ...body }).toEqual({ status, code, message });
    expect(stepUp !== undefined).toBe(code.startsWith("SESSION_"));
  });

  test("has a request for each error of the account routes", () => {
    const heard = new Set(catalogue.map(([, code]) => code));
    const elsewhere = [
      // Caused by hooks of the app and lists of passwords: see the tests of passwords.
      "PASSWORD_TOO_COMMON",
      "PASSWORD_COMPROMISED",
      // Only by server-side calls.
      "USER_ALREADY_HAS_A_PASSWORD",
      // See the tests of sign-up and update-user.
      "EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED",
      "EMAIL_CAN_NOT_BE_UPDATED",
    ];
    const all = Object.keys({ ...coreErrors, ...usernameErrors });
    expect(all.filter((code) => !heard.has(code) && !elsewhere.includes(code))).toEqual([]);
    expect(heard.has("FAILED_TO_GET_SESSION") && Object.hasOwn(commonErrors, "FAILED_TO_GET_SESSION")).toBe(true);
  });
});
