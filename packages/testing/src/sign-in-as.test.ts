import { inspect } from "node:util";
import { memory } from "@keyhold/adapter-memory";
import { admin } from "@keyhold/admin";
import { createAuth } from "@keyhold/core";
import { accountModel, sessionModel } from "@keyhold/core/plugin";
import { username } from "@keyhold/username";
import { describe, expect, test } from "vitest";
import { signInAs } from "./sign-in-as.js";
import { createTestAuth } from "./test-auth.js";

const email = "ada@example.com";

describe("signInAs", () => {
  test("signs in an existing user by the email address or by the id", async () => {
    const { auth, signUp } = createTestAuth();
    const { user } = await signUp(email);
    expect((await signInAs(auth, "Ada@Example.com")).user).toEqual(user);
    expect((await signInAs(auth, user.id)).user).toEqual(user);
  });

  test("creates a user who does not exist, without a password and without an email", async () => {
    const { auth, db, mailbox, events } = createTestAuth();
    const ada = await signInAs(auth, { email, name: "Ada" });
    expect(ada.user).toMatchObject({ email, name: "Ada", emailVerified: true });
    expect(await db.count(accountModel, {})).toBe(0);
    await auth.idle();
    expect(mailbox.lastTo(email, "verify-email")).toBe(null);
    expect(events.map(({ type }) => type)).toEqual(["user.created", "session.created"]);
  });

  test('emits session.created with the method "test"', async () => {
    const { auth, events } = createTestAuth();
    const { session } = await signInAs(auth, { email });
    const created = events.find(({ type }) => type === "session.created");
    expect(created).toMatchObject({ method: "test", isNewUser: false, session: { id: session.id } });
  });

  test("sets columns that only the server sets, of a new user and of an existing one", async () => {
    const { auth } = createTestAuth({ plugins: [admin()] });
    const first = await signInAs(auth, { email });
    expect(first.user.role).toBe("user");
    const second = await signInAs(auth, { email, role: "admin" });
    expect(second.user).toMatchObject({ id: first.user.id, role: "admin", name: first.user.name });
    const listed = await auth.api.admin.listUsers({}, { headers: second.headers });
    expect(listed.users).toHaveLength(1);
    await expect(
      auth.api.admin.listUsers({}, { headers: (await signInAs(auth, { email: "ben@example.com" })).headers }),
    ).rejects.toMatchObject({ status: 403 });
  });

  test("checks and stores the columns of sign-up as sign-up does", async () => {
    const { auth } = createTestAuth({ plugins: [username()] });
    expect((await signInAs(auth, { email, username: "Ada" })).user.username).toBe("ada");
    await expect(signInAs(auth, { email: "ben@example.com", username: "a b" })).rejects.toThrow(
      /^signInAs: no session for ben@example\.com: .+ \(USERNAME_IS_INVALID\)$/,
    );
    await expect(signInAs(auth, { email: "ben@example.com", username: "ada" })).rejects.toThrow(
      /^signInAs: no session for ben@example\.com: .+ \(USERNAME_IS_ALREADY_TAKEN.*\)$/,
    );
  });

  test("makes a session that expires as every other one", async () => {
    const { auth, clock } = createTestAuth();
    const { headers, session } = await signInAs(auth, { email });
    expect(session.expiresAt.getTime() - clock.now().getTime()).toBe(7 * 86_400_000);
    clock.forward({ days: 6 });
    expect(await auth.session(headers)).not.toBe(null);
    clock.forward({ days: 2 });
    expect(await auth.session(headers)).toBe(null);
  });

  test("ends the oldest session if there are too many", async () => {
    const { auth, db, clock } = createTestAuth({ config: { session: { maxSessionsPerUser: 2 } } });
    const first = await signInAs(auth, { email });
    for (const _ of [2, 3]) {
      clock.forward({ minutes: 1 });
      await signInAs(auth, email);
    }
    expect(await auth.session(first.headers)).toBe(null);
    expect(await db.count(sessionModel, {})).toBe(2);
  });
});

describe("the cookies of signInAs", () => {
  test("are bound to the host and to https", async () => {
    const { auth } = createTestAuth();
    const { cookies, headers, storageState, session } = await signInAs(auth, { email });
    expect(cookies).toEqual([
      {
        name: "__Host-keyhold.session_token",
        value: expect.stringContaining("."),
        domain: "app.example.com",
        path: "/",
        expires: Math.floor(session.expiresAt.getTime() / 1000),
        httpOnly: true,
        secure: true,
        sameSite: "Lax",
      },
    ]);
    expect(headers).toEqual({
      cookie: `${cookies[0]?.name}=${cookies[0]?.value}`,
      origin: "https://app.example.com",
    });
    expect(storageState).toEqual({ cookies, origins: [] });
  });

  test("contain the cookie cache", async () => {
    const { auth, db } = createTestAuth({ config: { session: { cookieCache: { enabled: true } } } });
    const { cookies, headers, session } = await signInAs(auth, { email });
    expect(cookies.map(({ name }) => name).sort()).toEqual([
      "__Host-keyhold.session_data",
      "__Host-keyhold.session_token",
    ]);
    await db.remove(sessionModel, { id: session.id });
    expect((await auth.session(headers))?.user.email).toBe(email);
  });

  test("are for subdomains if the config says so", async () => {
    const { auth } = createTestAuth({ config: { cookies: { domain: "example.com" } } });
    const { cookies } = await signInAs(auth, { email });
    expect(cookies).toMatchObject([{ name: "__Secure-keyhold.session_token", domain: ".example.com" }]);
  });

  test("are for the URL of the test", async () => {
    const { auth } = createTestAuth({ config: { baseURL: "http://localhost:3000" } });
    const { cookies, headers } = await signInAs(auth, { email }, { baseURL: "http://127.0.0.1:4173" });
    expect(cookies).toMatchObject([{ name: "keyhold.session_token", domain: "127.0.0.1", secure: false }]);
    expect(headers.origin).toBe("http://127.0.0.1:4173");
  });
});

describe("signInAs says why there is no session:", () => {
  const says = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "a session",
      (error: unknown) => (error instanceof Error ? error.message : ""),
    );

  test("no such user", async () => {
    const { auth } = createTestAuth();
    expect(await says(signInAs(auth, email))).toBe(
      `signInAs: no user has the email address ${email}. To create one: signInAs(auth, { email: "${email}" })`,
    );
    expect(await says(signInAs(auth, "17"))).toBe(
      'signInAs: no user has the id "17". Give an email address or the id of a user.',
    );
    expect(await says(signInAs(auth, { email: "ada" }))).toBe('signInAs: "ada" is not an email address.');
  });

  test("a banned user", async () => {
    const { auth } = createTestAuth({ plugins: [admin()] });
    expect(await says(signInAs(auth, { email, banned: true }))).toMatch(
      /^signInAs: no session for ada@example\.com: You have been banned.+ \(BANNED_USER\)$/,
    );
  });

  test("an address that is not verified, if the auth requires it", async () => {
    const { auth, signUp } = createTestAuth({ config: { emailAndPassword: { requireEmailVerification: true } } });
    await signUp(email);
    expect(await says(signInAs(auth, email))).toBe(
      `signInAs: the email address ${email} is not verified, and this auth requires it. Give { email: "${email}", emailVerified: true }`,
    );
    expect((await signInAs(auth, { email, emailVerified: true })).user.emailVerified).toBe(true);
  });

  test("an unknown column", async () => {
    const { auth } = createTestAuth({ plugins: [admin()] });
    const given: Record<string, string> & { email: string } = { email, roles: "admin" };
    expect(await says(signInAs(auth, given))).toBe(
      'signInAs: the user has no column "roles". Columns: name, email, emailVerified, image, role, banned, banReason, banExpires, foldedName',
    );
  });

  test("a URL whose browser rejects the cookies", async () => {
    const { auth } = createTestAuth();
    expect(await says(signInAs(auth, { email }, { baseURL: "http://localhost:3000" }))).toBe(
      "signInAs: a browser at http://localhost:3000 rejects the cookies of this auth, which are for https. In tests, give createAuth the URL of the app as `baseURL`.",
    );
    const wide = createTestAuth({ config: { cookies: { domain: "example.com" } } });
    expect(await says(signInAs(wide.auth, { email }, { baseURL: "https://localhost" }))).toContain(
      "which are for https and the domain example.com",
    );
    expect(await says(signInAs(auth, { email }, { baseURL: "localhost" }))).toBe(
      'signInAs: baseURL is "localhost", not a URL.',
    );
  });

  test("an auth whose environment is incomplete", async () => {
    const auth = createAuth({ secret: undefined, baseURL: "http://localhost:3000", database: memory() });
    expect(await says(signInAs(auth, { email }))).toContain("secret");
  });

  test("another object than an auth", async () => {
    const { auth } = createTestAuth();
    expect(await says(signInAs({ ...auth }, { email }))).toBe(
      "signInAs: the first argument is not an auth. Give the result of createAuth.",
    );
  });
});

test("an auth shows its context to no loop and no log", () => {
  const { auth } = createTestAuth();
  expect(inspect(auth, { depth: 9 })).not.toContain("for tests only");
  expect(JSON.stringify({ ...auth })).not.toContain("for tests only");
});
