import { beforeEach, describe, expect, test } from "vitest";
import {
  type App,
  alice,
  countRows,
  openApp,
  password,
  sessionsOf,
  userByEmail,
} from "../../../../../tests/harness/app.ts";
import { expectError, expectIssues } from "../../../../../tests/harness/expect-error.ts";
import { removePassword } from "../../../../../tests/harness/rows.ts";

let app: App;

beforeEach(async () => {
  app = openApp({ emailAndPassword: { autoSignIn: false } });
  await app.browser().post("/sign-up/email", alice);
  app.events.length = 0;
});

const credentials = { email: alice.email, password };

describe("a sign-in with email and password", () => {
  test("answers with the token and the user, without a redirect", async () => {
    const answer = await app.browser().post("/sign-in/email", credentials);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      redirect: false,
      token: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      user: {
        id: (await userByEmail(app)).id,
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

  test("answers with the redirect URL, if one was given", async () => {
    const answer = await app.browser().post("/sign-in/email", { ...credentials, callbackURL: "/dash" });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ redirect: true, url: "/dash" });
  });

  test("gives the browser one cookie, with the token and its signature", async () => {
    const answer = await app.browser().post("/sign-in/email", credentials);
    const signature = "[A-Za-z0-9+/]{43}=";
    expect(answer.cookies.map((cookie) => decodeURIComponent(cookie.line))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^keyhold\\.session_token=${answer.body?.token}\\.${signature}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax$`,
        ),
      ),
    ]);
  });

  test("accepts the address in any letter case", async () => {
    const answer = await app.browser().post("/sign-in/email", { ...credentials, email: "ALICE@Example.com" });
    expect(answer.status).toBe(200);
  });

  test("accepts the password in any composition of its characters", async () => {
    const composed = openApp();
    await composed.browser().post("/sign-up/email", { ...alice, password: "caf\u00e9 au lait" });
    const answer = await composed.browser().post("/sign-in/email", { ...credentials, password: "cafe\u0301 au lait" });
    expect(answer.status).toBe(200);
  });

  test("stores the origin of the call", async () => {
    const request = new Request("http://localhost:3000/api/auth/sign-in/email", {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "A browser" },
      body: JSON.stringify(credentials),
    });
    await app.auth.handler(request, { ipAddress: "192.0.2.7" });
    const [session] = await sessionsOf(app, (await userByEmail(app)).id);
    expect(session).toMatchObject({ ipAddress: "192.0.2.7", userAgent: "A browser" });
  });

  test("stores at most 512 characters of the user agent", async () => {
    const headers = { "user-agent": "x".repeat(100_000) };
    await app.browser().post("/sign-in/email", credentials, { headers });
    const [session] = await sessionsOf(app, (await userByEmail(app)).id);
    expect(session?.userAgent).toBe("x".repeat(512));
  });

  test("ignores headers with another client address", async () => {
    const headers = { "x-forwarded-for": "<script>", "x-real-ip": "198.51.100.1", forwarded: "for=198.51.100.2" };
    await app.browser().post("/sign-in/email", credentials, { headers });
    const [session] = await sessionsOf(app, (await userByEmail(app)).id);
    expect(session?.ipAddress).toBeNull();
  });

  test("uses the last of two keys with one name, for validation and for sign-in", async () => {
    const body = `{"email":"nobody@example.com","email":"${alice.email}","password":"wrong","password":"${password}"}`;
    const answer = await app.browser().post("/sign-in/email", body);
    expect(answer.body?.user).toMatchObject({ email: alice.email });
  });

  test("emits an event with its method", async () => {
    await app.browser().post("/sign-in/email", credentials);
    expect(app.events).toMatchObject([
      { type: "session.created", user: { email: alice.email }, method: "email", isNewUser: false },
    ]);
  });
});

describe("a sign-in with email and password fails", () => {
  const message = "Invalid email or password";

  test.each([
    ["for an unknown address", { email: "nobody@example.com", password }],
    ["for a wrong password", { email: alice.email, password: "a wrong password" }],
    ["for a right password in other letter case", { email: alice.email, password: password.toUpperCase() }],
    ["for a right password with a blank after it", { email: alice.email, password: `${password} ` }],
    ["for an empty password", { email: alice.email, password: "" }],
    ["for a password of 60,000 characters", { email: alice.email, password: "x".repeat(60_000) }],
  ])("%s", async (_, given) => {
    expectError(await app.browser().post("/sign-in/email", given), 401, "INVALID_EMAIL_OR_PASSWORD", message);
    expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 0 });
  });

  test("for a password with another last character, at any length", async () => {
    const long = { ...credentials, email: "long@example.com", password: "x".repeat(100) };
    await app.browser().post("/sign-up/email", { ...long, name: "Long" });
    const other = await app.browser().post("/sign-in/email", { ...long, password: `${"x".repeat(99)}y` });
    expectError(other, 401, "INVALID_EMAIL_OR_PASSWORD", message);
    expect((await app.browser().post("/sign-in/email", long)).status).toBe(200);
  });

  test("by the same response, byte for byte, for any wrong part", async () => {
    const unknown = await app.browser().post("/sign-in/email", { email: "nobody@example.com", password });
    const wrong = await app.browser().post("/sign-in/email", { ...credentials, password: "a wrong password" });
    await removePassword(app, (await userByEmail(app)).id);
    const without = await app.browser().post("/sign-in/email", credentials);
    for (const other of [unknown, without]) {
      expect(other.text).toBe(wrong.text);
      expect([...other.headers]).toEqual([...wrong.headers]);
    }
  });

  test.each(["", "alice", " alice@example.com", "alice@example.com\n", '"a"@x.io'])(
    "for %j, which is not an address",
    async (email) => {
      expectError(
        await app.browser().post("/sign-in/email", { email, password }),
        400,
        "INVALID_EMAIL",
        "Invalid email",
      );
    },
  );

  test("with every missing field by its path", async () => {
    expectIssues(await app.browser().post("/sign-in/email", {}), ["email", "password"]);
  });

  test("if it is disabled", async () => {
    const answer = await openApp({ emailAndPassword: { enabled: false } })
      .browser()
      .post("/sign-in/email", credentials);
    expectError(answer, 400, "EMAIL_AND_PASSWORD_IS_NOT_ENABLED", "Email and password is not enabled");
  });

  test("and an event is emitted, without the password", async () => {
    await app.browser().post("/sign-in/email", { email: "nobody@example.com", password: "a wrong password" });
    await app.browser().post("/sign-in/email", { ...credentials, password: "a wrong password" });
    const { id } = await userByEmail(app);
    const from = { ipAddress: null, userAgent: null };
    const failed = { type: "sign-in.failed", method: "email", reason: "wrong password", ...from };
    expect(app.events).toEqual([
      { ...failed, userId: null },
      { ...failed, userId: id },
    ]);
  });
});
