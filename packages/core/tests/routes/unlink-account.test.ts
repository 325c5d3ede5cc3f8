import { createMailbox } from "@keyhold/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, type Changes, home, openApp, userByEmail } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { expectError, expectIssues } from "../../../../tests/harness/expect-error.ts";
import { addAccount, allRows, removePassword, restoreRows, unchangedRows } from "../../../../tests/harness/rows.ts";

const day = 86_400;
const lastAccount = [400, "YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT", "You can't unlink your last account"] as const;
const notFound = [400, "ACCOUNT_NOT_FOUND", "Account not found"] as const;

let app: App;
let browser: Browser;
let aliceId: string;
/** The row of Alice's account at GitHub, with the id 4242 there. */
let github: string;

async function open(changes: Changes = {}) {
  app = openApp({ rateLimit: { enabled: false, wrongPasswords: false }, ...changes });
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
  aliceId = (await userByEmail(app)).id;
  github = await addAccount(app, aliceId, { providerId: "github" });
}

beforeEach(() => open());

const unlink = (body: unknown, asked = browser) => asked.post("/unlink-account", body);
const providersOf = async (userId = aliceId) =>
  (await allRows(app)).accounts
    .filter((account) => account.userId === userId)
    .map(({ providerId }) => providerId)
    .sort();

const unchanged = <T>(run: () => Promise<T>) => unchangedRows(app, run);

describe("an account is unlinked", () => {
  test.each<[string, () => object]>([
    ["its provider", () => ({ providerId: "github" })],
    ["its provider and the provider's id", () => ({ providerId: "github", accountId: "4242" })],
    ["its provider and the id of its row", () => ({ providerId: "github", accountId: github })],
    ["the id of its row", () => ({ accountId: github })],
    ["the provider's id", () => ({ accountId: "4242" })],
  ])("by %s", async (_, body) => {
    app.events.length = 0;
    const answer = await unlink(body());
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { status: true } });
    expect(await providersOf()).toEqual(["credential"]);
    await app.auth.idle();
    expect(app.events).toEqual([
      { type: "account.unlinked", userId: aliceId, providerId: "github", accountId: "4242" },
    ]);
  });

  test("even if it is the password, with another account left", async () => {
    expect((await unlink({ providerId: "credential" })).status).toBe(200);
    expect(await providersOf()).toEqual(["github"]);
    expect((await app.browser().post("/sign-in/email", alice)).status).toBe(401);
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
  });

  test("and can be linked again", async () => {
    await unlink({ providerId: "github" });
    await addAccount(app, aliceId, { providerId: "github" });
    expect(await providersOf()).toEqual(["credential", "github"]);
  });

  test("if it is named, of several at one provider", async () => {
    await addAccount(app, aliceId, { providerId: "github", accountId: "5555" });
    expect((await unlink({ providerId: "github", accountId: "5555" })).status).toBe(200);
    expect((await allRows(app)).accounts.map(({ accountId }) => accountId).sort()).toEqual(["4242", aliceId].sort());
  });

  test("at the named provider, even if another one has the same user id", async () => {
    await addAccount(app, aliceId, { providerId: "google", accountId: "4242" });
    expect((await unlink({ providerId: "google", accountId: "4242" })).status).toBe(200);
    expect(await providersOf()).toEqual(["credential", "github"]);
  });
});

describe("the user is notified by email", () => {
  const mailbox = createMailbox();
  const messages = async () => {
    await app.auth.idle();
    return mailbox.messages;
  };
  beforeEach(async () => {
    await open({ mail: mailbox.send, emailVerification: { sendOnSignUp: false } });
    mailbox.clear();
  });

  test.each([
    ["by the name that a plugin has for it", "google", "Google"],
    ["by its id if no account has it", "github", "github"],
  ])("which account was unlinked: %s", async (_, providerId, providerName) => {
    if (providerId === "google") await addAccount(app, aliceId, { providerId });
    await unlink({ providerId });
    expect(await messages()).toMatchObject([
      {
        kind: "account-unlinked",
        to: alice.email,
        user: { id: aliceId, name: alice.name },
        providerId,
        providerName,
        appUrl: home,
      },
    ]);
    expect(Object.keys(mailbox.messages[0] ?? {})).not.toContain("token");
  });

  test("that it was the password", async () => {
    await unlink({ providerId: "credential" });
    expect(await messages()).toMatchObject([{ kind: "account-unlinked", providerId: "credential" }]);
  });

  test("not about a failed call", async () => {
    await unlink({ providerId: "google" });
    await unlink({});
    await removePassword(app, aliceId);
    await unlink({ providerId: "github" });
    expect(await messages()).toEqual([]);
  });

  test("once, for any number of concurrent calls", async () => {
    await Promise.all(Array.from({ length: 8 }, () => unlink({ providerId: "github" })));
    expect(await messages()).toHaveLength(1);
  });
});

test("a password is no way to sign in while the app has no passwords: the other account stays, the password goes", async () => {
  const [before, { jar }] = [app, browser];
  app = openApp({ rateLimit: { enabled: false, wrongPasswords: false }, emailAndPassword: { enabled: false } });
  await restoreRows(app, await allRows(before));
  browser = app.browser();
  for (const [name, value] of jar) browser.jar.set(name, value);
  expectError(await unchanged(() => unlink({ providerId: "github" })), ...lastAccount);
  expect((await unlink({ providerId: "credential" })).status).toBe(200);
  expect(await providersOf()).toEqual(["github"]);
});

describe("emails about unlinked accounts", () => {
  const limit = {
    enabled: true,
    emails: { windowSeconds: 900, max: 2 },
    limits: { "/unlink-account": false },
  } as const;
  const linkAndUnlink = async () => {
    await unlink({ providerId: "github" });
    await addAccount(app, aliceId, { providerId: "github" });
  };

  test("are limited per address, and a failed call does not count", async () => {
    const mailbox = createMailbox();
    await open({ mail: mailbox.send, emailVerification: { sendOnSignUp: false }, rateLimit: limit });
    for (let times = 0; times < 3; times += 1) await unlink({ providerId: "google" });
    for (let times = 0; times < 4; times += 1) await linkAndUnlink();
    await app.auth.idle();
    expect(mailbox.messages).toHaveLength(2);
    app.wait(900);
    await linkAndUnlink();
    await app.auth.idle();
    expect(mailbox.messages).toHaveLength(3);
  });

  test("do not prevent the unlinking, if they cannot be sent", async () => {
    const mail = () => Promise.reject(new Error("no mail today"));
    await open({ mail, emailVerification: { sendOnSignUp: false } });
    app.events.length = 0;
    expect((await unlink({ providerId: "github" })).status).toBe(200);
    await app.auth.idle();
    expect(app.events.map(({ type }) => type)).toEqual(["account.unlinked", "email.failed"]);
  });
});

test("with the password, its reset links become invalid", async () => {
  const mailbox = createMailbox();
  await open({ mail: mailbox.send, emailVerification: { sendOnSignUp: false } });
  await app.browser().post("/request-password-reset", { email: alice.email, redirectTo: "/new-password" });
  const message = await mailbox.waitFor(alice.email);
  const token = "token" in message ? message.token : "";
  await unlink({ providerId: "credential" });
  const reset = { token, newPassword: "the password of an old email" };
  const answer = await unchanged(() => app.browser().post("/reset-password", reset));
  expectError(answer, 400, "INVALID_TOKEN", "invalid token");
  expect(await providersOf()).toEqual(["github"]);
});

describe("the last account", () => {
  beforeEach(() => removePassword(app, aliceId));

  test.each([
    { providerId: "github" },
    { providerId: "github", accountId: "4242" },
    { providerId: "google" },
    { accountId: "unknown" },
  ])("cannot be unlinked by: %j", async (body) => {
    expectError(await unchanged(() => unlink(body)), ...lastAccount);
  });

  test("can be unlinked if the app allows it", async () => {
    await open({ account: { allowUnlinkingAll: true } });
    for (const providerId of ["credential", "github"]) expect((await unlink({ providerId })).status).toBe(200);
    expect(await providersOf()).toEqual([]);
    expectError(await unlink({ providerId: "github" }), ...notFound);
  });

  test("remains, if sixteen callers unlink both of the last two at once", async () => {
    await addAccount(app, aliceId, { providerId: "google" });
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, caller) => unlink({ providerId: caller % 2 ? "github" : "google" })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectError(answer, ...lastAccount);
    expect(await providersOf()).toHaveLength(1);
  });
});

describe("an account is not found", () => {
  test.each([
    { providerId: "google" },
    { providerId: "github", accountId: "5555" },
    { providerId: "google", accountId: "4242" },
    { providerId: "GitHub" },
    { providerId: "__proto__" },
    { accountId: "unknown" },
    { providerId: "", accountId: "4242" },
    { providerId: "github", accountId: "" },
    { providerId: "github", accountId: "__proto__" },
  ])("by %j", async (body) => {
    expectError(await unchanged(() => unlink(body)), ...notFound);
  });

  test("if it is another user's, by any name", async () => {
    const mallory = app.browser();
    await mallory.post("/sign-up/email", { ...alice, email: "mallory@example.com" });
    const malloryId = (await userByEmail(app, "mallory@example.com")).id;
    await addAccount(app, malloryId, { providerId: "google", accountId: "6666" });
    for (const body of [
      { providerId: "github" },
      { providerId: "github", accountId: "4242" },
      { providerId: "github", accountId: github },
      { providerId: "credential", accountId: aliceId },
      { accountId: github },
      { accountId: "4242" },
    ]) {
      expectError(await unchanged(() => unlink(body, mallory)), ...notFound);
      expectError(await unchanged(() => unlink({ ...body, userId: aliceId }, mallory)), ...notFound);
    }
  });
});

describe("a request to unlink fails", () => {
  test("if it names neither", async () => {
    expectIssues(await unchanged(() => unlink({})), ["providerId"]);
  });

  test("if the provider has several, until it names one", async () => {
    await addAccount(app, aliceId, { providerId: "github", accountId: "5555" });
    expectIssues(await unchanged(() => unlink({ providerId: "github" })), ["accountId"]);
  });

  test("if several providers have that user id, until it names one", async () => {
    await addAccount(app, aliceId, { providerId: "google", accountId: "4242" });
    expectIssues(await unchanged(() => unlink({ accountId: "4242" })), ["providerId"]);
  });

  test.each(
    ["providerId", "accountId"].flatMap((field) =>
      [5, 1.5, true, null, [], ["github"], {}, { $ne: "" }].map((value) => [field, value] as const),
    ),
  )("if %s is %j", async (field, value) => {
    const other = field === "providerId" ? { accountId: "4242" } : { providerId: "github" };
    expectIssues(await unchanged(() => unlink({ ...other, [field]: value })), [field]);
  });

  test("without a session", async () => {
    const answer = await unchanged(() => unlink({ providerId: "github" }, app.browser()));
    expectError(answer, 401, "UNAUTHORIZED", "Unauthorized");
  });

  test.each(["https://evil.example", "null"])("from a page at %s", async (origin) => {
    const body = { providerId: "github" };
    expect((await unchanged(() => browser.post("/unlink-account", body, { headers: { origin } }))).status).toBe(403);
  });
});

describe("a session", () => {
  test("that is a day old is fresh still", async () => {
    app.wait(day);
    expect((await unlink({ providerId: "github" })).status).toBe(200);
  });

  test("that is a second older is not, although it was prolonged just now", async () => {
    app.wait(day + 1);
    await browser.get("/get-session");
    const before = (await allRows(app)).accounts;
    expectError(await unlink({ providerId: "github" }), 403, "SESSION_IS_NOT_FRESH", "Session is not fresh");
    expect((await allRows(app)).accounts).toEqual(before);
  });

  test("is always fresh if so configured", async () => {
    await open({ session: { freshAgeSeconds: 0 } });
    app.wait(5 * day);
    expect((await unlink({ providerId: "github" })).status).toBe(200);
  });
});
