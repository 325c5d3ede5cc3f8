import { defineErrors, type ImportedUser } from "@keyhold/core";
import type { HookContext } from "@keyhold/core/plugin";
import { beforeEach, describe, expect, test } from "vitest";
import { type App, openApp, password, passwordHashOf, userByEmail } from "../../../../tests/harness/app.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";
import { allRows, noRows } from "../../../../tests/harness/rows.ts";

let app: App;
/** A hash of the password, by another recipe than the app's. */
let hash: string;

beforeEach(async () => {
  const hashing = { algorithm: "scrypt", cost: { logN: 1, blockSize: 1, parallelism: 1 } } as const;
  const old = openApp({ emailAndPassword: { passwordHashing: hashing } });
  await old.auth.api.createUser({ name: "Old", email: "old@example.com", password });
  hash = String(await passwordHashOf(old, (await userByEmail(old, "old@example.com")).id));
  app = openApp({ mail: () => expect.unreachable("An email was sent.") });
});

const importUsers = (...users: readonly ImportedUser[]) => app.auth.api.importUsers({ users });

describe("imported users", () => {
  test("keep their id, their date and their hash, and sign in with their password", async () => {
    const createdAt = new Date("2019-03-01T10:20:30.456Z");
    const given = { id: "7b5c8e0e-9d3a-4f55-8a4e-1a2b3c4d5e6f", email: "Ann@Example.com", name: "Ann", createdAt };
    expect(await importUsers({ ...given, emailVerified: true, passwordHash: hash })).toEqual({
      imported: 1,
      rejected: [],
    });
    expect(await userByEmail(app, "ann@example.com")).toEqual({
      ...given,
      email: "ann@example.com",
      emailVerified: true,
      image: null,
      updatedAt: app.now(),
      username: null,
      displayUsername: null,
    });
    expect(await passwordHashOf(app, given.id)).toBe(hash);

    const answer = await app.browser().post("/sign-in/email", { email: "ann@example.com", password });
    expect(answer.status).toBe(200);
    expect(answer.body?.user).toMatchObject({ id: given.id });
    expect(await passwordHashOf(app, given.id)).toMatch(/^\$scrypt\$ln=4,/);
  });

  test("have the columns of plugins", async () => {
    await importUsers({ email: "ann@example.com", name: "Ann", username: "Ann.1", displayUsername: "ANN.1" });
    expect(await userByEmail(app, "ann@example.com")).toMatchObject({ username: "ann.1", displayUsername: "ANN.1" });
  });

  test("may have null in every optional field", async () => {
    const nothing = { id: null, image: null, emailVerified: null, passwordHash: null, createdAt: null, username: null };
    expect(await importUsers({ email: "ann@example.com", name: "Ann", ...nothing })).toEqual({
      imported: 1,
      rejected: [],
    });
    const { accounts, users } = await allRows(app);
    expect(accounts).toEqual([]);
    expect(users).toMatchObject([
      { id: expect.stringMatching(/^\w{32}$/), emailVerified: false, createdAt: app.now() },
    ]);
  });

  test("emit an event each, and get no email", async () => {
    await importUsers({ email: "ann@example.com", name: "Ann" }, { email: "bob@example.com", name: "Bob" });
    await app.auth.idle();
    expect(app.events).toMatchObject([
      { type: "user.created", user: { email: "ann@example.com" } },
      { type: "user.created", user: { email: "bob@example.com" } },
    ]);
    expect(app.logged).toEqual([]);
  });

  test("may be five hundred at once, and no more", async () => {
    const people = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ email: `p${index}@example.com`, name: "P" }));
    await expect(importUsers(...people(501))).rejects.toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
    expect(await allRows(app)).toEqual(noRows);
    expect(await importUsers(...people(500))).toEqual({ imported: 500, rejected: [] });
    expect((await allRows(app)).users).toHaveLength(500);
  });

  test("may be imported again: existing users fail, and stay unchanged", async () => {
    await importUsers({ email: "ann@example.com", name: "Ann", passwordHash: hash });
    const before = await allRows(app);
    const again = await importUsers({ email: "ANN@example.com", name: "Another", passwordHash: hash });
    expect(again).toEqual({ imported: 0, rejected: [{ index: 0, code: "USER_ALREADY_EXISTS" }] });
    expect(await allRows(app)).toEqual(before);
  });
});

describe("of users to import, one fails and the others are imported", () => {
  const ann = { id: "ann", email: "ann@example.com", name: "Ann", username: "ann" };
  const bob = { email: "bob@example.com", name: "Bob" };

  test.each([
    ["without an address", { name: "X" }, "VALIDATION_ERROR"],
    ["with what is no address", { ...bob, email: "bob" }, "INVALID_EMAIL"],
    ["without a name", { email: "x@example.com" }, "VALIDATION_ERROR"],
    ["with a name of another kind", { ...bob, name: 5 }, "VALIDATION_ERROR"],
    ["with an address that is taken", { ...bob, email: "ann@example.com" }, "USER_ALREADY_EXISTS"],
    ["with an id that is taken", { ...bob, id: "ann" }, "USER_ALREADY_EXISTS"],
    ["with an empty id", { ...bob, id: "" }, "VALIDATION_ERROR"],
    ["with an id of 37 characters", { ...bob, id: "x".repeat(37) }, "VALIDATION_ERROR"],
    ["with an id of blanks", { ...bob, id: "a b" }, "VALIDATION_ERROR"],
    ["with an unreadable hash", { ...bob, passwordHash: "abc" }, "VALIDATION_ERROR"],
    ["with a hash of a megabyte", { ...bob, passwordHash: "x".repeat(1_000_000) }, "VALIDATION_ERROR"],
    ["with a picture that runs", { ...bob, image: "javascript:alert(1)" }, "VALIDATION_ERROR"],
    ["with an invalid date", { ...bob, createdAt: new Date(Number.NaN) }, "VALIDATION_ERROR"],
    ["with a date as text", { ...bob, createdAt: "2019-03-01" }, "VALIDATION_ERROR"],
    ["with a date that no database keeps", { ...bob, createdAt: new Date(8.64e15) }, "VALIDATION_ERROR"],
    ["with an invalid username", { ...bob, username: "a b" }, "USERNAME_IS_INVALID"],
    ["with a username that is taken", { ...bob, username: "ANN" }, "USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER"],
    ["that is no user at all", null, "VALIDATION_ERROR"],
  ])("%s", async (_, bad, code) => {
    const carl = { email: "carl@example.com", name: "Carl", passwordHash: hash };
    const result = await app.auth.api.importUsers({ users: [ann, bad as never, carl] });
    expect(result).toMatchObject({ imported: 2, rejected: [{ index: 1, code }] });
    expect(result.rejected[0]?.issues?.length ?? 0).toBeGreaterThan(code === "VALIDATION_ERROR" ? 0 : -1);
    const { users, accounts } = await allRows(app);
    expect(users.map(({ email }) => email).sort()).toEqual(["ann@example.com", "carl@example.com"]);
    expect(accounts).toHaveLength(1);
    expect(app.logged).toEqual([]);
  });

  test("by a rule of the app", async () => {
    const errors = defineErrors({ NOT_HERE: { status: 403, message: "not here" } });
    const hooks = {
      "user.create": (draft: { email: string }, ctx: Pick<HookContext, "fail">) =>
        draft.email.startsWith("bob") ? ctx.fail(errors.NOT_HERE) : draft,
    };
    app = openApp({ errors, hooks: hooks as never });
    expect(await importUsers(ann, bob)).toEqual({ imported: 1, rejected: [{ index: 1, code: "NOT_HERE" }] });
  });
});

test("over HTTP no user is imported", async () => {
  const answer = await app.browser().post("/import-users", { users: [{ email: "ann@example.com", name: "Ann" }] });
  expectError(answer, 404, "NOT_FOUND", "Not found");
  expect(await allRows(app)).toEqual(noRows);
});
