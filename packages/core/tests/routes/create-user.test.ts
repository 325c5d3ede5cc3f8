import { scryptSync } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, openApp, password, passwordHashOf } from "../../../../tests/harness/app.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";
import { allRows, noRows } from "../../../../tests/harness/rows.ts";

let app: App;

beforeEach(() => {
  app = openApp();
});

const person = { name: "Alice", email: "Alice@Example.com" };
/** The form of the previous library. */
const salt = "00112233445566778899aabbccddeeff";
const legacyHash = `${salt}:${scryptSync(password, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 }).toString("hex")}`;
const signIn = (given = password) => app.browser().post("/sign-in/email", { ...alice, password: given });

describe("a user created by the app", () => {
  test("is answered like every user, and has no session", async () => {
    const { user } = await app.auth.api.createUser({ ...person, password });
    expect(user).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      name: "Alice",
      email: "alice@example.com",
      emailVerified: false,
      image: null,
      createdAt: app.now(),
      updatedAt: app.now(),
      username: null,
      displayUsername: null,
    });
    expect((await allRows(app)).sessions).toEqual([]);
  });

  test("signs in with the given password", async () => {
    await app.auth.api.createUser({ ...person, password });
    expect((await signIn()).status).toBe(200);
    expect((await signIn("a wrong password")).status).toBe(401);
  });

  test("signs in with the password of the given hash, which is then replaced", async () => {
    const { user } = await app.auth.api.createUser({ ...person, passwordHash: legacyHash });
    expect(await passwordHashOf(app, user.id)).toBe(legacyHash);
    expect((await signIn()).status).toBe(200);
    expect(await passwordHashOf(app, user.id)).toMatch(/^\$scrypt\$ln=4,/);
  });

  test("may have no password, and then no account", async () => {
    await app.auth.api.createUser(person);
    expect((await allRows(app)).accounts).toEqual([]);
    expectError(await signIn(), 401, "INVALID_EMAIL_OR_PASSWORD", "Invalid email or password");
  });

  test("may have a verified address, a picture and the columns of plugins", async () => {
    const image = "https://example.com/alice.png";
    const { user } = await app.auth.api.createUser({ ...person, emailVerified: true, image, username: "Alice" });
    expect(user).toMatchObject({ emailVerified: true, image, username: "alice", displayUsername: "Alice" });
  });

  test("emits an event, once", async () => {
    await app.auth.api.createUser({ ...person, password });
    await app.auth.idle();
    expect(app.events).toMatchObject([{ type: "user.created", user: { email: "alice@example.com" } }]);
  });

  test("is subject to the hooks of the app", async () => {
    const hooks = { "user.create": (draft: object) => ({ ...draft, name: "By hook" }) as never };
    const { user } = await openApp({ hooks }).auth.api.createUser(person);
    expect(user.name).toBe("By hook");
  });
});

describe("no user is created", () => {
  test.each([
    ["for what is no address", { ...person, email: "alice" }, "INVALID_EMAIL"],
    ["with a password that may not be", { ...person, password: "short" }, "PASSWORD_TOO_SHORT"],
    ["with a common password", { ...person, password: "password1" }, "PASSWORD_TOO_COMMON"],
    ["with a password and a hash", { ...person, password, passwordHash: legacyHash }, "VALIDATION_ERROR"],
    ["with a hash of no known form", { ...person, passwordHash: "abc" }, "VALIDATION_ERROR"],
    ["with an empty hash", { ...person, passwordHash: "" }, "VALIDATION_ERROR"],
    ["with the password for its hash", { ...person, passwordHash: password }, "VALIDATION_ERROR"],
    ["with a hash that no verifier reads", { ...person, passwordHash: `$2b$10$${"x".repeat(53)}` }, "VALIDATION_ERROR"],
    ["with a hash of a megabyte", { ...person, passwordHash: "x".repeat(1_000_000) }, "VALIDATION_ERROR"],
    ["with a picture that is no address of one", { ...person, image: "javascript:alert(1)" }, "VALIDATION_ERROR"],
    ["with an invalid username", { ...person, username: "a b" }, "USERNAME_IS_INVALID"],
  ])("%s", async (_, input, code) => {
    await expect(app.auth.api.createUser(input)).rejects.toMatchObject({ code });
    expect(await allRows(app)).toEqual(noRows);
  });

  test.each([
    ["with the address of another user", { ...person, email: "bob@example.com" }, "USER_ALREADY_EXISTS"],
    [
      "with the username of another user",
      { ...person, username: "BOB" },
      "USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER",
    ],
  ])("%s, and no row is written", async (_, input, code) => {
    await app.auth.api.createUser({ name: "Bob", email: "bob@example.com", username: "bob" });
    const before = await allRows(app);
    await expect(app.auth.api.createUser({ ...input, password })).rejects.toMatchObject({ status: 422, code });
    expect(await allRows(app)).toEqual(before);
  });

  test("over HTTP", async () => {
    const answer = await app.browser().post("/create-user", { ...person, password });
    expectError(answer, 404, "NOT_FOUND", "Not found");
    expect(await allRows(app)).toEqual(noRows);
  });
});
