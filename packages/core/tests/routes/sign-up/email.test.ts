import { describe, expect, test } from "vitest";
import {
  alice,
  countRows,
  openApp,
  passwordHashOf,
  sessionsOf,
  userByEmail,
} from "../../../../../tests/harness/app.ts";

describe("a sign-up with email and password", () => {
  test("answers with the token and the stored user", async () => {
    const app = openApp();
    const answer = await app.browser().post("/sign-up/email", alice);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      token: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      user: {
        id: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
        name: "Alice",
        email: "alice@example.com",
        emailVerified: false,
        image: null,
        createdAt: "2026-01-05T12:00:00.000Z",
        updatedAt: "2026-01-05T12:00:00.000Z",
        username: null,
        displayUsername: null,
      },
    });
  });

  test("gives the browser one cookie, for the seven days of the session", async () => {
    const answer = await openApp().browser().post("/sign-up/email", alice);
    const signature = "[A-Za-z0-9+/]{43}=";
    expect(answer.cookies.map((cookie) => decodeURIComponent(cookie.line))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^keyhold\\.session_token=${answer.body?.token}\\.${signature}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax$`,
        ),
      ),
    ]);
  });

  test("writes one user, one password account and one session", async () => {
    const app = openApp();
    await app.browser().post("/sign-up/email", alice);
    expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 1 });
  });

  test("stores of the password only its hash", async () => {
    const app = openApp();
    await app.browser().post("/sign-up/email", alice);
    const { id } = await userByEmail(app);
    const hash = await passwordHashOf(app, id);
    expect(hash).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  });

  test("stores the address in lower case", async () => {
    const app = openApp();
    const answer = await app.browser().post("/sign-up/email", { ...alice, email: "ALICE@Example.COM" });
    expect(answer.body?.user).toMatchObject({ email: "alice@example.com" });
  });

  test("stores a picture's URL", async () => {
    const image = "https://pictures.example/alice.png";
    const answer = await openApp()
      .browser()
      .post("/sign-up/email", { ...alice, image });
    expect(answer.body?.user).toMatchObject({ image });
  });

  test("returns a name unchanged, with HTML", async () => {
    const name = "<b>Alice</b> & “friends” 👩‍🚀";
    const answer = await openApp()
      .browser()
      .post("/sign-up/email", { ...alice, name });
    expect(answer.body?.user).toMatchObject({ name });
  });

  test("opens a session of one day and until the browser closes, without rememberMe", async () => {
    const app = openApp();
    const answer = await app.browser().post("/sign-up/email", { ...alice, rememberMe: false });
    expect(answer.cookies.map((cookie) => [cookie.name, cookie.attributes.has("max-age")])).toEqual([
      ["keyhold.session_token", false],
      ["keyhold.dont_remember", false],
    ]);
    const [session] = await sessionsOf(app, (await userByEmail(app)).id);
    expect(session?.expiresAt).toEqual(new Date("2026-01-06T12:00:00.000Z"));
  });

  test("opens no session if sign-in at sign-up is off", async () => {
    const app = openApp({ emailAndPassword: { autoSignIn: false } });
    const answer = await app.browser().post("/sign-up/email", alice);
    expect(answer.body).toMatchObject({ token: null, user: { email: alice.email } });
    expect(answer.cookies).toEqual([]);
    expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 0 });
  });

  test("emits an event for the user, then for the session", async () => {
    const app = openApp();
    await app.browser().post("/sign-up/email", alice);
    expect(app.events.map((event) => event.type)).toEqual(["user.created", "session.created"]);
    expect(app.events.at(-1)).toMatchObject({ user: { email: alice.email }, method: "email", isNewUser: true });
  });

  test("lets exactly one of sixteen callers take an address", async () => {
    const app = openApp();
    const answers = await Promise.all(Array.from({ length: 16 }, () => app.browser().post("/sign-up/email", alice)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array.from({ length: 15 }, () => 422)]);
    expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 1 });
  });
});

describe("an input that a caller may not set at sign-up", () => {
  test.each([
    ["id", "chosen"],
    ["emailVerified", true],
    ["createdAt", "1970-01-01T00:00:00.000Z"],
    ["updatedAt", "1970-01-01T00:00:00.000Z"],
  ])("%s is set by the server", async (key, value) => {
    const answer = await openApp()
      .browser()
      .post("/sign-up/email", { ...alice, [key]: value });
    expect(answer.status).toBe(200);
    expect(answer.body?.user?.[key]).not.toEqual(value);
  });

  test.each(["role", "banned", "activeOrganizationId", "userId", "accountId", "constructor", "toString"])(
    "%s is no column, and is dropped",
    async (key) => {
      const answer = await openApp()
        .browser()
        .post("/sign-up/email", { ...alice, [key]: "admin" });
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body?.user ?? {})).not.toContain(key);
    },
  );
});
