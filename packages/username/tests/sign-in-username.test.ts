import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, countRows, openApp, password, userByEmail } from "../../../tests/harness/app.ts";
import { expectError, expectIssues } from "../../../tests/harness/expect-error.ts";
import { removePassword } from "../../../tests/harness/rows.ts";

let app: App;

beforeEach(async () => {
  app = openApp({ emailAndPassword: { autoSignIn: false } });
  await app.browser().post("/sign-up/email", { ...alice, username: "Alice_1" });
});

describe("a sign-in by username", () => {
  test("returns the token and the user with both names", async () => {
    const answer = await app.browser().post("/sign-in/username", { username: "alice_1", password });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      token: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      user: {
        id: (await userByEmail(app)).id,
        name: "Alice",
        email: "alice@example.com",
        emailVerified: false,
        image: null,
        createdAt: "2026-01-05T12:00:00.000Z",
        updatedAt: "2026-01-05T12:00:00.000Z",
        username: "alice_1",
        displayUsername: "Alice_1",
      },
    });
  });

  test("creates a session for the browser", async () => {
    const browser = app.browser();
    await browser.post("/sign-in/username", { username: "alice_1", password });
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ username: "alice_1" });
  });

  test.each(["ALICE_1", "Alice_1", "aLiCe_1"])("accepts the name as %s, too", async (username) => {
    expect((await app.browser().post("/sign-in/username", { username, password })).status).toBe(200);
  });

  test.each(["alice_1 ", "Alice_1\u00a0", "alice_1 \n"])(
    "accepts blanks after the name, which keyboards add: %j",
    async (username) => {
      expect((await app.browser().post("/sign-in/username", { username, password })).status).toBe(200);
    },
  );

  test.each([" alice_1", "alice _1"])("does not accept blanks at another place: %j", async (username) => {
    const answer = await app.browser().post("/sign-in/username", { username, password });
    expectError(answer, 422, "USERNAME_IS_INVALID", "username is invalid");
  });

  test("ends with the browser session if the user is not remembered", async () => {
    const answer = await app.browser().post("/sign-in/username", { username: "alice_1", password, rememberMe: false });
    expect(answer.cookies.map((cookie) => [cookie.name, cookie.attributes.has("max-age")])).toEqual([
      ["keyhold.session_token", false],
      ["keyhold.dont_remember", false],
    ]);
  });

  test("ends the previous session of this browser", async () => {
    const browser = app.browser();
    await browser.post("/sign-in/username", { username: "alice_1", password });
    const before = browser.sessionCookie;
    await browser.post("/sign-in/username", { username: "alice_1", password });
    const replay = await app.browser().get("/get-session", { headers: { cookie: `keyhold.session_token=${before}` } });
    expect(replay.text).toBe("null");
  });

  test("emits its method", async () => {
    await app.browser().post("/sign-in/username", { username: "alice_1", password });
    expect(app.events.at(-1)).toMatchObject({ type: "session.created", method: "username" });
  });
});

describe("a sign-in by username fails", () => {
  const invalid = ["INVALID_USERNAME_OR_PASSWORD", "invalid username or password"] as const;

  test.each([
    ["for an unknown name", { username: "nobody", password }],
    ["for a wrong password", { username: "alice_1", password: "a wrong password" }],
    ["for an empty name", { username: "", password }],
    ["for a name of blanks", { username: "  ", password }],
    ["for an empty password", { username: "alice_1", password: "" }],
    ["for the user's name in place of the username", { username: "Alice", password }],
  ])("%s", async (_, given) => {
    expectError(await app.browser().post("/sign-in/username", given), 401, ...invalid);
    expect(await countRows(app)).toMatchObject({ sessions: 0 });
  });

  test("with the same answer, byte for byte, for every cause", async () => {
    const send = (name: string, given: string) =>
      app.browser().post("/sign-in/username", { username: name, password: given });
    const unknown = await send("nobody", password);
    const wrong = await send("alice_1", "a wrong password");
    await removePassword(app, (await userByEmail(app)).id);
    const without = await send("alice_1", password);
    for (const other of [unknown, without]) {
      expect(other.text).toBe(wrong.text);
      expect([...other.headers]).toEqual([...wrong.headers]);
    }
  });

  test.each([
    ["first part of the address", () => "alice"],
    ["id", (id: string) => id.slice(0, 30)],
  ])("with the password of a user whose %s is another user's username", async (_, nameOf) => {
    const username = nameOf((await userByEmail(app)).id);
    const bob = { name: "Bob", email: "bob@example.com", password: "another password", username };
    await app.browser().post("/sign-up/email", bob);
    expectError(await app.browser().post("/sign-in/username", { username, password }), 401, ...invalid);
    const answer = await app.browser().post("/sign-in/username", bob);
    expect(answer.body?.user).toMatchObject({ email: bob.email });
  });

  test("after three tries in ten seconds from one IP address, as by email address", async () => {
    app = openApp({ rateLimit: { enabled: true } });
    await app.browser().post("/sign-up/email", { ...alice, username: "alice_1" });
    for (const path of ["/sign-in/username", "/sign-in/email"]) {
      const send = () => app.browser().post(path, { ...alice, username: "alice_1" });
      const statuses = [await send(), await send(), await send(), await send()].map(({ status }) => status);
      expect(statuses).toEqual([200, 200, 200, 429]);
      app.wait(10);
      expect((await send()).status).toBe(200);
    }
  });

  test("for an id instead of the username", async () => {
    const { id } = await userByEmail(app);
    const answer = await app.browser().post("/sign-in/username", { username: id.slice(0, 30), password });
    expectError(answer, 401, ...invalid);
  });

  test.each([
    ["ab", "USERNAME_IS_TOO_SHORT", "username is too short"],
    ["x".repeat(31), "USERNAME_IS_TOO_LONG", "username is too long"],
    ["alice@example.com", "USERNAME_IS_INVALID", "username is invalid"],
    ["a-b", "USERNAME_IS_INVALID", "username is invalid"],
    ["名前名", "USERNAME_IS_INVALID", "username is invalid"],
  ])("for %s, which is not a valid username", async (username, code, message) => {
    expectError(await app.browser().post("/sign-in/username", { username, password }), 422, code, message);
  });

  test.each([{ $ne: "" }, ["alice_1"], 5, true, null, undefined])("for %j as the name", async (username) => {
    expectIssues(await app.browser().post("/sign-in/username", { username, password }), ["username"]);
  });

  test("if passwords are disabled", async () => {
    const answer = await openApp({ emailAndPassword: { enabled: false } })
      .browser()
      .post("/sign-in/username", { username: "alice_1", password });
    expectError(answer, 400, "EMAIL_AND_PASSWORD_IS_NOT_ENABLED", "Email and password is not enabled");
  });

  test("from another origin", async () => {
    const headers = { origin: "https://evil.example" };
    const answer = await app.browser().post("/sign-in/username", { username: "alice_1", password }, { headers });
    expectError(answer, 403, "INVALID_ORIGIN", "Invalid origin");
  });
});
