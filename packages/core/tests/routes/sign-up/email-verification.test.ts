import { memory } from "@keyhold/adapter-memory";
import { createTestAuth } from "@keyhold/testing";
import { faulty } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import { alice, type Changes, countRows, home, userByEmail, userModel } from "../../../../../tests/harness/app.ts";
import type { Answer } from "../../../../../tests/harness/browser.ts";
import { expectError } from "../../../../../tests/harness/expect-error.ts";
import { allRows } from "../../../../../tests/harness/rows.ts";
import { follow, kindsTo, type MailApp, newest, openMailApp, prove, signUp } from "../../emails.js";

const password = "the second password";
/** A second sign-up with Alice's address. */
const again = { name: "Second", email: alice.email, password, username: "second" };

let app: MailApp;

function open({ emailAndPassword, ...changes }: Changes = {}): void {
  app = openMailApp({ ...changes, emailAndPassword: { requireEmailVerification: true, ...emailAndPassword } });
}

beforeEach(() => open());

const join = (body: object): Promise<Answer> => app.browser().post("/sign-up/email", body);
const signIn = async (by: string): Promise<Answer> =>
  app.browser().post("/sign-in/email", { email: alice.email, password: by });

describe("a sign-up", () => {
  test("sends the verification email, by default", async () => {
    app = openMailApp();
    const answer = await join({ ...alice, callbackURL: "/welcome" });
    expect(answer.body?.token).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(await kindsTo(app, alice.email)).toEqual(["verify-email"]);
    expect((await follow(app, "verify-email")).headers.get("location")).toBe(`${home}/welcome`);
  });

  test("sends no email if so configured, or without mail", async () => {
    for (const changes of [{ emailVerification: { sendOnSignUp: false } }, { mail: undefined }]) {
      app = openMailApp(changes);
      expect((await join(alice)).status).toBe(200);
      expect(await kindsTo(app, alice.email)).toEqual([]);
    }
  });

  test("that fails sends no email", async () => {
    app = openMailApp();
    await signUp(app, { ...alice, username: "alice" });
    app.mailbox.clear();
    expectError(await join(alice), 422, "USER_ALREADY_EXISTS", "User already exists");
    expect((await join({ ...alice, email: "bob@example.com", username: "alice" })).status).toBe(422);
    await app.auth.idle();
    expect(app.mailbox.messages).toEqual([]);
  });

  test("succeeds although the email cannot be written", async () => {
    const plan = { faults: [{ at: "insert" as const, model: "verification" }] };
    app = openMailApp({ database: faulty(memory(), plan) });
    expect((await join(alice)).body?.token).not.toBeNull();
    await app.auth.idle();
    expect(app.logged.map(({ message }) => message)).toEqual([
      "The database could not be reached: Writing the verification email failed.",
      "The database answers again, after 0 s: 1 call failed.",
    ]);
  });
});

describe("if an address must be verified first, a sign-up", () => {
  test("opens no session, in any browser", async () => {
    const answer = await join(alice);
    expect({ status: answer.status, token: answer.body?.token, cookies: answer.cookies }).toEqual({
      status: 200,
      token: null,
      cookies: [],
    });
    expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 0 });
  });

  test("is complete once its link was followed", async () => {
    await join(alice);
    expectError(await signIn(alice.password), 403, "EMAIL_NOT_VERIFIED", "Email not verified");
    await follow(app, "verify-email");
    expect((await signIn(alice.password)).status).toBe(200);
  });

  test("checks all other inputs as usual", async () => {
    await signUp(app, { ...alice, username: "alice" });
    for (const email of [alice.email, "free@example.com"]) {
      expect((await join({ ...again, email, password: "seven77" })).body?.code).toBe("PASSWORD_TOO_SHORT");
      expect((await join({ ...again, email, username: "a" })).body?.code).toBe("USERNAME_IS_TOO_SHORT");
      expectError(
        await join({ ...again, email, username: "ALICE" }),
        422,
        "USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER",
        "username is already taken. please try another.",
      );
    }
    expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 0 });
  });
});

describe.each([true, false])("a sign-up with a taken address, verified: %s,", (isVerified) => {
  beforeEach(async () => {
    await signUp(app, alice);
    if (isVerified) await prove(app, alice.email);
    await app.auth.idle();
    app.mailbox.clear();
    app.events.length = 0;
  });

  test("is answered like one with a free address", async () => {
    const image = "https://pictures.example/second.png";
    const taken = await join({ ...again, email: "ALICE@example.com", image, rememberMe: true });
    const free = await join({ ...again, username: "other2", email: "free@example.com", image, rememberMe: true });
    const withoutOwn = ({ status, text, cookies, body, headers }: Answer) => ({
      status,
      cookies,
      headers: [...headers],
      text: text
        .replace(String(body?.user?.id), "ID")
        .replace(String(body?.user?.email), "EMAIL")
        .replaceAll("other2", "second"),
    });
    expect(withoutOwn(taken)).toEqual(withoutOwn(free));
    expect(taken.body?.user).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      email: alice.email,
      emailVerified: false,
      name: "Second",
      image,
      username: "second",
      displayUsername: "second",
      createdAt: app.now().toISOString(),
      updatedAt: app.now().toISOString(),
    });
    expect(await app.db.exists(userModel, { id: String(taken.body?.user?.id) })).toBe(false);
  });

  test("does not change the user", async () => {
    const before = await allRows(app);
    await join(again);
    await app.auth.idle();
    expect(await allRows(app)).toEqual(before);
  });

  test("fails for the same passwords", async () => {
    expect((await join({ ...again, password: "x".repeat(129) })).body?.code).toBe("PASSWORD_TOO_LONG");
    expect((await join({ ...again, password: "password1" })).body?.code).toBe("PASSWORD_TOO_COMMON");
  });

  test("emits an event", async () => {
    await join(again);
    await app.auth.idle();
    expect(app.events).toMatchObject([{ type: "sign-up.repeated", user: { email: alice.email }, ipAddress: null }]);
  });

  test("sends an email to its owner only", async () => {
    await join(again);
    await app.auth.idle();
    expect(app.mailbox.messages.map(({ kind, to }) => [kind, to])).toEqual([
      [isVerified ? "already-registered" : "verify-email", alice.email],
    ]);
  });

  test("by sixteen concurrent callers is answered alike, and does not change the user", async () => {
    const before = await allRows(app);
    const { username, ...body } = again;
    const answers = await Promise.all(Array.from({ length: 16 }, () => join(body)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
    expect(new Set(answers.map(({ body }) => body?.user?.id)).size).toBe(16);
    await app.auth.idle();
    expect(await allRows(app)).toEqual(before);
  });
});

test("of sixteen concurrent sign-ups with one address one is created, and no response reveals which", async () => {
  const answers = await Promise.all(Array.from({ length: 16 }, () => join(alice)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
  expect(new Set(answers.map(({ body }) => Object.keys(body?.user ?? {}).join())).size).toBe(1);
  expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 0 });
});

test("the owner of a verified address is reminded of the account without a secret", async () => {
  await signUp(app, alice);
  await prove(app, alice.email);
  await join({ ...again, callbackURL: "/welcome" });
  const message = await newest(app, "already-registered");
  expect(Object.keys(message).sort()).toEqual(["appName", "appUrl", "kind", "to", "user"]);
  expect(message.user).toMatchObject({ name: "Alice", email: alice.email });
});

test("no email is sent for a repeated sign-up if sign-ups send no email", async () => {
  open({ emailVerification: { sendOnSignUp: false } });
  await signUp(app, alice);
  expect((await join(again)).status).toBe(200);
  expect(await kindsTo(app, alice.email)).toEqual([]);
});

test.each([true, false])("repeated sign-ups flood no mailbox, verified: %s", async (isVerified) => {
  const fixture = createTestAuth({
    config: {
      rateLimit: { enabled: true, limits: { "/sign-up/email": false } },
      emailAndPassword: { requireEmailVerification: true },
    },
  });
  const { user } = await fixture.signUp(alice.email);
  if (isVerified) await fixture.db.update(userModel, user.id, { emailVerified: true });
  for (let count = 1; count <= 10; count += 1) await fixture.signUp(alice.email);
  await fixture.auth.idle();
  const kinds = fixture.mailbox.messages.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "verify-email").length).toBe(isVerified ? 1 : 3);
  expect(kinds.filter((kind) => kind === "already-registered").length).toBe(isVerified ? 3 : 0);
});

test("a hook's writes are rolled back if the user is not created", async () => {
  const watcher = "watcher@example.com";
  const database = memory();
  await signUp(openMailApp({ database }), { ...alice, email: watcher });
  await signUp(openMailApp({ database }), alice);
  open({
    database,
    hooks: {
      "user.create": async (draft, ctx) => {
        const found = await ctx.db.find(userModel, { email: watcher });
        await ctx.db.update(userModel, found?.id ?? "", { name: `saw ${draft.name}` });
        return draft;
      },
    },
  });
  expect((await join({ ...again, email: "free@example.com", username: "third" })).status).toBe(200);
  expect(await userByEmail(app, watcher)).toMatchObject({ name: "saw Second" });
  expect((await join({ ...again, name: "Third" })).status).toBe(200);
  expect(await userByEmail(app, watcher)).toMatchObject({ name: "saw Second" });
});
