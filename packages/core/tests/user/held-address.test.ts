import { verificationIdentifier } from "@keyhold/core/plugin";
import { beforeEach, describe, expect, test } from "vitest";
import {
  accountModel,
  alice,
  type Changes,
  sessionsOf,
  userByEmail,
  userModel,
  verificationModel,
} from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";
import { allRows } from "../../../../tests/harness/rows.ts";
import { follow, kindsTo, type MailApp, newest, openMailApp, pathIn, prove, signUp, tokenIn } from "../emails.js";

/** Decision 0077: a changed address recovers the account once a single client owns the mailbox and its account. */

const old = alice.email;
/** Alice meant "alice@new.example": another person has this mailbox. */
const typo = "alice@nwe.example";
const chosen = "a password of the stranger";

let app: MailApp;
let browser: Browser;

/** Alice has a verified address, and is signed in. */
async function open(changes: Changes = {}): Promise<void> {
  app = openMailApp({ emailVerification: { sendOnSignUp: false }, ...changes });
  await signUp(app, alice);
  await prove(app, old);
  browser = app.browser();
  await browser.post("/sign-in/email", alice);
}

/** Alice changes the address, and clicks at the present address. */
async function change(newEmail = typo, by = browser): Promise<Answer> {
  app.wait(60);
  await by.post("/step-up/password", { password: alice.password });
  expect((await by.post("/change-email", { newEmail })).status).toBe(200);
  const answer = await follow(app, "confirm-email-change", by);
  expect(answer.status).toBe(200);
  await app.auth.idle();
  app.wait(60);
  return answer;
}

const signIn = (email: string, password = alice.password, by = app.browser()): Promise<Answer> =>
  by.post("/sign-in/email", { email, password });

/** The kinds of the emails that a call sends to an address. */
async function sentTo(email: string, run: () => Promise<unknown>): Promise<readonly string[]> {
  await app.auth.idle();
  const before = (await kindsTo(app, email)).length;
  await run();
  return (await kindsTo(app, email)).slice(before);
}

const askReset = (email: string): Promise<Answer> => app.browser().post("/forget-password", { email });
const userNow = async () => (await allRows(app)).users.find(({ name }) => name === alice.name);

/** The stranger follows the link in the new mailbox, in their own browser. */
const verifyAlone = (by = app.browser()): Promise<Answer> => follow(app, "verify-email", by);

beforeEach(async () => {
  await open();
  await change();
});

describe("after the click at the old address", () => {
  test("the user has the new address, unverified, and the answers of the specification", async () => {
    expect(await userNow()).toMatchObject({ email: typo, emailVerified: false });
    expect(await kindsTo(app, typo)).toEqual(["verify-email"]);
    expect(await kindsTo(app, old)).toEqual(["confirm-email-change", "email-changed"]);
  });

  test.each([old, typo])("the password signs in by either address: %s", async (email) => {
    const answer = await signIn(email);
    expect(answer.status).toBe(200);
    expect(answer.body?.user).toMatchObject({ email: typo });
    expect((await signIn(email, "a wrong password")).status).toBe(401);
  });

  test("a reset at the new address answers alike, and sends no token", async () => {
    const answer = await askReset(typo);
    expect(answer.body).toEqual((await askReset("nobody@example.com")).body);
    await app.auth.idle();
    expect((await kindsTo(app, typo)).filter((kind) => kind !== "verify-email")).toEqual([]);
  });

  test("a reset at the new address is no more possible once the stranger has verified the mailbox", async () => {
    const opened = app.browser();
    expect((await verifyAlone(opened)).status).toBe(200);
    expect(await userNow()).toMatchObject({ email: typo, emailVerified: true });
    expect((await opened.get("/get-session")).text).toBe("null");
    expect(await sentTo(typo, () => askReset(typo))).toEqual([]);
    expect((await signIn(old)).status).toBe(200);
  });

  test("a reset at the old address sets the password, and undoes the change", async () => {
    expect(await sentTo(old, () => askReset(old))).toEqual(["reset-password"]);
    const token = await tokenIn(app, "reset-password");
    app.events.length = 0;
    const answer = await app.browser().post("/reset-password", { token, newPassword: "the owner is back" });
    expect(answer.status).toBe(200);
    expect(await userNow()).toMatchObject({ email: old, emailVerified: true });
    expect((await signIn(old, "the owner is back")).status).toBe(200);
    expect((await signIn(typo, "the owner is back")).status).toBe(401);
    await app.auth.idle();
    expect(app.events.map(({ type }) => type)).toContain("email.change-undone");
  });
});

describe("the hold ends", () => {
  const isConfirmed = async (): Promise<boolean> => {
    expect(await userNow()).toMatchObject({ email: typo, emailVerified: true });
    return (await sentTo(typo, () => askReset(typo))).includes("reset-password");
  };

  test("when the link is followed in a session of the user", async () => {
    await verifyAlone(browser);
    expect(await isConfirmed()).toBe(true);
    expect((await signIn(old)).status).toBe(401);
    expect(await sentTo(old, () => askReset(old))).toEqual([]);
  });

  test("also after the mailbox alone has verified the address", async () => {
    const link = pathIn(await newest(app, "verify-email"));
    await browser.post("/send-verification-email", { email: typo });
    await verifyAlone();
    expect((await browser.follow(link)).status).toBe(200);
    expect(await isConfirmed()).toBe(true);
  });

  test("when the right password is given in the browser of the link", async () => {
    const other = app.browser();
    await verifyAlone(other);
    expect((await signIn(typo, "a wrong password", other)).status).toBe(401);
    expect((await signIn(typo, alice.password, app.browser())).status).toBe(200);
    expect(await isConfirmed()).toBe(false);
    expect((await signIn(typo, alice.password, other)).status).toBe(200);
    expect(await isConfirmed()).toBe(true);
  });

  test("never by time", async () => {
    app.wait(400 * 86_400);
    await app.auth.api.removeExpired();
    expect((await signIn(old)).status).toBe(200);
    expect(await sentTo(typo, () => askReset(typo))).toEqual(["verify-email"]);
    expect(await sentTo(old, () => askReset(old))).toEqual(["reset-password"]);
  });

  test("with the user, and frees the address", async () => {
    await app.auth.api.createUser({ email: "other@example.com", name: "Other" });
    await browser.post("/delete-user", { password: alice.password });
    await app.auth.idle();
    const link = pathIn(await newest(app, "delete-account"));
    expect(
      (await browser.post("/delete-user/callback", { token: new URL(link, "http://x").searchParams.get("token") }))
        .status,
    ).toBe(200);
    expect(await app.db.find(verificationModel, { identifier: verificationIdentifier("reserved", old) })).toBe(null);
    expect((await app.browser().post("/sign-up/email", alice)).status).toBe(200);
  });
});

describe("a further change", () => {
  const third = "alice@third.example";

  test("keeps the first address held, also if the mailbox alone has verified the second", async () => {
    await verifyAlone();
    expect((await browser.post("/change-email", { newEmail: third })).status).toBe(200);
    expect(await userNow()).toMatchObject({ email: third, emailVerified: false });
    for (const email of [third, typo])
      expect(await sentTo(email, () => askReset(email))).not.toContain("reset-password");
    expect(await sentTo(old, () => askReset(old))).toEqual(["reset-password"]);
    expect((await signIn(typo)).status).toBe(401);
    expect((await signIn(old)).status).toBe(200);
  });

  test("back to the held address restores it", async () => {
    expect((await browser.post("/change-email", { newEmail: old })).status).toBe(200);
    expect(await userNow()).toMatchObject({ email: old, emailVerified: true });
    expect(await sentTo(old, () => askReset(old))).toEqual(["reset-password"]);
    expect((await signIn(typo)).status).toBe(401);
  });

  test("after the confirmation holds the second address, and the first can still be undone to", async () => {
    await verifyAlone(browser);
    const first = await undoToken();
    await change(third);
    expect(await sentTo(third, () => askReset(third))).not.toContain("reset-password");
    expect(await sentTo(typo, () => askReset(typo))).toEqual(["reset-password"]);
    expect((await undo(first)).status).toBe(200);
    expect(await userNow()).toMatchObject({ email: old, emailVerified: true });
    expect(await sentTo(typo, () => askReset(typo))).toEqual([]);
  });

  test("many times never pushes out the first address", async () => {
    const first = await undoToken();
    await verifyAlone(browser);
    for (let hop = 0; hop < 8; hop += 1) {
      await change(`hop${hop}@example.com`);
      await verifyAlone(browser);
    }
    expect((await undo(first)).status).toBe(200);
    expect(await userNow()).toMatchObject({ email: old, emailVerified: true });
  });
});

describe("the held address is taken", () => {
  test("for a sign-up, a user made by the app, and an import", async () => {
    const answer = await app.browser().post("/sign-up/email", { ...alice, name: "Mallory" });
    expectError(answer, 422, "USER_ALREADY_EXISTS", "User already exists");
    await expect(app.auth.api.createUser({ email: old, name: "Mallory" })).rejects.toMatchObject({
      code: "USER_ALREADY_EXISTS",
    });
    const { rejected } = await app.auth.api.importUsers({ users: [{ email: old, name: "Mallory" }] });
    expect(rejected).toEqual([{ index: 0, code: "USER_ALREADY_EXISTS" }]);
  });

  test("for a change of another user, with the answers for a taken address", async () => {
    const bob = await signUp(app, { ...alice, name: "Bob", email: "bob@example.com" });
    expectError(
      await bob.post("/change-email", { newEmail: old }),
      400,
      "COULDNT_UPDATE_YOUR_EMAIL",
      "Couldn't update your email",
    );
    await prove(app, "bob@example.com");
    expect((await bob.post("/change-email", { newEmail: old })).status).toBe(200);
    expect(await kindsTo(app, "bob@example.com")).toEqual([]);
    expect((await userByEmail(app, "bob@example.com")).name).toBe("Bob");
  });

  test("for a concealed sign-up, which changes no data and tells no one but its owner", async () => {
    await open({ emailAndPassword: { requireEmailVerification: true } });
    await change();
    const answer = await app.browser().post("/sign-up/email", { ...alice, password: chosen });
    const free = await app.browser().post("/sign-up/email", { ...alice, email: "free@example.com", password: chosen });
    expect([answer.status, Object.keys(answer.body ?? {})]).toEqual([free.status, Object.keys(free.body ?? {})]);
    expect((await kindsTo(app, old)).at(-1)).toBe("already-registered");
    for (const email of [old, "free@example.com"])
      expectError(await signIn(email, chosen), 403, "EMAIL_NOT_VERIFIED", "Email not verified");
    expect((await signIn(old)).status).toBe(200);
  });

  test("satisfies requireEmailVerification", async () => {
    await open({ emailAndPassword: { requireEmailVerification: true } });
    await change();
    for (const email of [old, typo]) expect((await signIn(email)).status).toBe(200);
  });

  test("not for another library over the same tables: its user keeps the address, and the way back is closed", async () => {
    const token = await undoToken();
    await askReset(old);
    const reset = { token: await tokenIn(app, "reset-password"), newPassword: "the owner is back" };
    const now = app.now();
    const other = { name: "Other", email: old, emailVerified: false, createdAt: now, updatedAt: now };
    await app.db.insert(userModel, { ...other, image: null });
    expectError(await undo(token), 400, "INVALID_TOKEN", "invalid token");
    expectError(await app.browser().post("/reset-password", reset), 400, "INVALID_TOKEN", "invalid token");
    for (const [path, body] of [["/cancel-email-change"], ["/change-email", { newEmail: old }]] as const)
      expectError(await browser.post(path, body), 400, "COULDNT_UPDATE_YOUR_EMAIL", "Couldn't update your email");
    expect(await userNow()).toMatchObject({ email: typo });
    expect((await signIn(typo)).status).toBe(200);
  });

  test("until its user is gone, whoever has deleted the user", async () => {
    await app.db.remove(userModel, { email: typo });
    expect((await app.browser().post("/sign-up/email", alice)).status).toBe(200);
  });
});

describe("the held address of a user, which another user had before, stays held", () => {
  beforeEach(async () => {
    await verifyAlone(browser);
    // An address stays held, so that the row still has the other address after its end.
    await change("alice@third.example");
    app.wait(7 * 86_400 + 1);
    const second = await signUp(app, { ...alice, name: "Second" });
    await prove(app, old);
    await change("second@nwe.example", second);
    await signIn(typo, alice.password, browser);
  });

  test.each(["has canceled a change", "is deleted"])("after the former user %s", async (what) => {
    if (what === "is deleted") {
      await browser.post("/delete-user", { password: alice.password });
      await app.auth.idle();
      const token = await tokenIn(app, "delete-account");
      expect((await browser.post("/delete-user/callback", { token })).status).toBe(200);
    } else expect((await browser.post("/cancel-email-change")).status).toBe(200);
    expect((await app.browser().post("/sign-up/email", { ...alice, name: "Mallory" })).status).toBe(422);
    expect(await sentTo(old, () => askReset(old))).toEqual(["reset-password"]);
  });
});

describe("the mailbox of the new address alone opens nothing:", () => {
  test("no session by autoSignIn", async () => {
    await open({ emailVerification: { sendOnSignUp: false, autoSignIn: true } });
    await change();
    const stranger = app.browser();
    await verifyAlone(stranger);
    expect((await stranger.get("/get-session")).text).toBe("null");
  });

  test("no claim by a repeated sign-up with the new address", async () => {
    await open({ emailAndPassword: { requireEmailVerification: true } });
    await change();
    await app.browser().post("/sign-up/email", { ...alice, email: typo, password: chosen });
    await app.auth.idle();
    const stranger = app.browser();
    await verifyAlone(stranger);
    expect([(await signIn(typo, chosen)).status, (await signIn(old)).status]).toEqual([401, 200]);
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: typo });
  });

  test("no password by a token of better-auth, which does not say to whom it was sent", async () => {
    const { id } = await userByEmail(app, typo);
    const now = app.now();
    const row = { identifier: "reset-password:123456789012345678901234", value: id, createdAt: now, updatedAt: now };
    await app.db.insert(verificationModel, { ...row, expiresAt: new Date(now.getTime() + 60_000) });
    const token = "123456789012345678901234";
    const answer = await app.browser().post("/reset-password", { token, newPassword: chosen });
    expectError(answer, 400, "INVALID_TOKEN", "invalid token");
  });
});

const undoToken = async (): Promise<string> => {
  const { url } = await newest(app, "email-changed");
  return new URL(url).searchParams.get("token") ?? "";
};
const undo = (token: string, by = app.browser()): Promise<Answer> => by.post("/undo-email-change", { token });

describe("the link of the email to the old address", () => {
  test("shows a page with a button, and changes nothing before the button is pressed", async () => {
    const message = await newest(app, "email-changed");
    const before = await allRows(app);
    const page = await app.browser().get(pathIn(message), { headers: { accept: "text/html" } });
    expect(page.text).toContain("Undo the change");
    expect(await allRows(app)).toEqual(before);
    const done = await app.browser().follow(pathIn(message));
    expect(done.text).toContain("Your email address is back");
    expect(await userNow()).toMatchObject({ email: old, emailVerified: true });
  });

  test("ends what was added since, and every session, and opens none", async () => {
    const { id } = await userByEmail(app, typo);
    const stolen = app.browser();
    await signIn(typo, alice.password, stolen);
    await stolen.post("/change-password", { currentPassword: alice.password, newPassword: chosen });
    const caller = app.browser();
    expect((await undo(await undoToken(), caller)).body).toEqual({ status: true });
    expect(caller.jar.size).toBe(0);
    expect(await sessionsOf(app, id)).toEqual([]);
    expect(await app.db.count(accountModel, { userId: id })).toBe(0);
    for (const password of [chosen, alice.password]) expect((await signIn(old, password)).status).toBe(401);
    expect(await sentTo(old, () => askReset(old))).toEqual(["reset-password"]);
  });

  test("keeps the password from before", async () => {
    await undo(await undoToken());
    expect((await signIn(old)).status).toBe(200);
    await app.auth.idle();
    const undone = app.events.find(({ type }) => type === "email.change-undone");
    expect(undone).toMatchObject({ user: { email: old }, undoneEmail: typo });
  });

  test("works once, also for sixteen callers", async () => {
    const token = await undoToken();
    app.events.length = 0;
    const answers = await Promise.all(Array.from({ length: 16 }, () => undo(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body?.code === "INVALID_TOKEN")).toHaveLength(15);
    await app.auth.idle();
    expect(app.events.filter(({ type }) => type === "email.change-undone")).toHaveLength(1);
  });

  test("works for seven days after the confirmation, and no longer", async () => {
    const token = await undoToken();
    app.wait(60 * 86_400);
    await signIn(typo, alice.password, browser);
    await browser.post("/send-verification-email", { email: typo });
    await verifyAlone(browser);
    expect((await app.browser().post("/sign-up/email", alice)).status).toBe(422);
    const { id } = await userByEmail(app, typo);
    app.wait(7 * 86_400 - 1);
    await app.auth.api.removeExpired();
    expect((await undo(token)).status).toBe(200);
    expect(await userByEmail(app, old)).toMatchObject({ id });
    await signIn(old, alice.password, browser);
    await change();
    const second = await undoToken();
    await verifyAlone(browser);
    app.wait(7 * 86_400 + 1);
    expectError(await undo(second), 400, "INVALID_TOKEN", "invalid token");
    expect((await app.browser().post("/sign-up/email", { ...alice, name: "Other" })).status).toBe(200);
  });

  test.each(["", "abc", "a".repeat(32), `${"a".repeat(32)}nobody`, `${"a".repeat(32)}\u0000`])(
    "is not guessed: %j",
    async (token) => {
      const answer = await undo(token);
      expect(answer.status).toBe(400);
    },
  );
});

test("the undo ends an account from since the change, also of a user with more accounts than a list shows", async () => {
  const { id: userId } = await userByEmail(app, typo);
  const insert = (providerId: string, count: number, createdAt: Date) =>
    app.db.transactionOn(userModel, userId, async (tx, user) => {
      const rows = Array.from({ length: count }, (_, at) => ({
        accountId: `${at}`,
        providerId,
        userId,
        createdAt,
        updatedAt: createdAt,
      }));
      await tx.insertMany?.(accountModel, rows, user);
    });
  await insert("older", 510, new Date(0));
  await insert("later", 1, app.now());
  expect((await undo(await undoToken())).status).toBe(200);
  expect(await app.db.count(accountModel, { userId, providerId: "older" })).toBe(510);
  expect(await app.db.count(accountModel, { userId, providerId: "later" })).toBe(0);
});

describe("a notification about the account", () => {
  const newPassword = "another good password";

  /** The password is changed twice a minute at most. */
  const changePassword = (): Promise<Answer> =>
    browser.post("/change-password", { currentPassword: alice.password, newPassword });

  test("reaches the held address, too", async () => {
    await browser.post("/step-up/password", { password: alice.password });
    expect(await sentTo(old, changePassword)).toEqual(["password-changed"]);
    expect(await kindsTo(app, typo)).toContain("password-changed");
  });

  test("reaches the held address, too, after the mailbox alone has verified the new one", async () => {
    await verifyAlone();
    await browser.post("/step-up/password", { password: alice.password });
    expect(await sentTo(old, changePassword)).toEqual(["password-changed"]);
  });

  test("reaches the new address alone after the confirmation", async () => {
    await verifyAlone(browser);
    await browser.post("/step-up/password", { password: alice.password });
    expect(await sentTo(old, changePassword)).toEqual([]);
    expect(await kindsTo(app, typo)).toContain("password-changed");
  });

  test("reaches the user's address once after the undo", async () => {
    await browser.post("/cancel-email-change");
    await browser.post("/step-up/password", { password: alice.password });
    expect(await sentTo(old, changePassword)).toEqual(["password-changed"]);
    expect(await kindsTo(app, typo)).not.toContain("password-changed");
  });

  test("is no link with a secret: a verification email reaches the new address alone", async () => {
    expect(await sentTo(old, () => browser.post("/send-verification-email", { email: typo }))).toEqual([]);
  });
});

describe("POST /cancel-email-change", () => {
  test("restores the held address in a session, and keeps sessions and password", async () => {
    expect((await browser.post("/cancel-email-change")).body).toEqual({ status: true });
    expect(await userNow()).toMatchObject({ email: old, emailVerified: true });
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: old });
    expect((await signIn(old)).status).toBe(200);
    expect(await sentTo(typo, () => askReset(typo))).toEqual([]);
  });

  test("fails without a held address, and without a session", async () => {
    await verifyAlone(browser);
    expectError(
      await browser.post("/cancel-email-change"),
      400,
      "COULDNT_UPDATE_YOUR_EMAIL",
      "Couldn't update your email",
    );
    expect((await app.browser().post("/cancel-email-change")).status).toBe(401);
    expect(await userNow()).toMatchObject({ email: typo, emailVerified: true });
  });

  test("asks for a recent proof", async () => {
    app.wait(3600);
    expect((await browser.post("/cancel-email-change")).status).toBe(403);
    expect(await userNow()).toMatchObject({ email: typo });
  });
});
