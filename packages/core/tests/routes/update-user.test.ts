import { defineErrors } from "@keyhold/core";
import { memoryStorage } from "@keyhold/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, openApp, sessionsOf, userByEmail, userModel } from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { expectError, expectIssues } from "../../../../tests/harness/expect-error.ts";

const errors = defineErrors({ NAMES_ARE_FOR_LIFE: { status: 409, message: "names are for life" } });

const bob = { name: "Bob", email: "bob@example.com", password: alice.password, username: "Bob" };

let app: App;
let browser: Browser;

beforeEach(async () => {
  app = openApp({ rateLimit: { enabled: false, wrongPasswords: false } });
  browser = app.browser();
  await browser.post("/sign-up/email", { ...alice, username: "Alice_1" });
  app.wait(60);
});

const shown = async (asked = browser) => (await asked.get("/get-session")).body?.user;
const expectDone = (answer: Answer) =>
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { status: true } });

/** Runs a call that fails, and checks that the user's row is unchanged. */
async function unchanged<T>(run: () => Promise<T>): Promise<T> {
  const before = await userByEmail(app);
  const answer = await run();
  expect(await userByEmail(app)).toEqual(before);
  return answer;
}

describe("a user changes", () => {
  test("name and picture, and the response contains no more than that", async () => {
    expectDone(await browser.post("/update-user", { name: "Ada", image: "https://x.io/a.png" }));
    expect(await userByEmail(app)).toMatchObject({
      name: "Ada",
      image: "https://x.io/a.png",
      email: alice.email,
      emailVerified: false,
      username: "alice_1",
      createdAt: new Date("2026-01-05T12:00:00.000Z"),
      updatedAt: new Date("2026-01-05T12:01:00.000Z"),
    });
  });

  test("one of both, and the other stays", async () => {
    await browser.post("/update-user", { image: "https://x.io/a.png" });
    await browser.post("/update-user", { name: "Ada" });
    expect(await shown()).toMatchObject({ name: "Ada", image: "https://x.io/a.png" });
  });

  test("the picture to a small data URL", async () => {
    const image = `data:image/png;base64,iVBORw0KGgo${"A".repeat(16_001)}`;
    expectDone(await browser.post("/update-user", { image }));
    expect(await shown()).toMatchObject({ image });
  });

  test("the picture to null", async () => {
    await browser.post("/update-user", { image: "https://x.io/a.png" });
    expectDone(await browser.post("/update-user", { image: null }));
    expect(await shown()).toMatchObject({ name: "Alice", image: null });
  });

  test("the data in the user's other browsers, at once", async () => {
    const other = app.browser();
    await other.post("/sign-in/email", alice);
    await browser.post("/update-user", { name: "Ada" });
    expect(await shown(other)).toMatchObject({ name: "Ada" });
  });

  test("no other user", async () => {
    await app.browser().post("/sign-up/email", bob);
    const before = await userByEmail(app, bob.email);
    await browser.post("/update-user", { name: "Ada", username: "ada" });
    expect(await userByEmail(app, bob.email)).toEqual(before);
  });

  test.each(["", "x".repeat(255), '<img src=x onerror="alert(1)">', "名前 🔑"])(
    "the name to %j, which is returned unchanged",
    async (name) => {
      expectDone(await browser.post("/update-user", { name }));
      const answer = await browser.get("/get-session");
      expect(answer.body?.user).toMatchObject({ name });
      expect(answer.headers.get("content-type")).toBe("application/json");
    },
  );
});

describe("a copy of a session shows a change at once", () => {
  test("in the cookie of the browser that made it", async () => {
    app = openApp({ session: { cookieCache: { enabled: true } } });
    browser = app.browser();
    await browser.post("/sign-up/email", alice);
    await browser.get("/get-session");
    const copy = (answer: Answer) => answer.cookies.filter(({ name }) => name.endsWith(".session_data"));
    expect(copy(await browser.post("/update-user", { name: "Ada" }))).toHaveLength(1);
    expect(await shown()).toMatchObject({ name: "Ada" });
  });

  test("in the secondary storage, in every browser", async () => {
    app = openApp({ secondaryStorage: memoryStorage({ now: () => app.now() }) });
    browser = app.browser();
    const other = app.browser();
    await browser.post("/sign-up/email", alice);
    await other.post("/sign-in/email", alice);
    for (const asked of [browser, other, browser, other]) await asked.get("/get-session");
    await app.auth.idle();
    await browser.post("/update-user", { name: "Ada" });
    for (const asked of [browser, other]) expect(await shown(asked)).toMatchObject({ name: "Ada" });
  });
});

describe("no row is written", () => {
  test.each([{}, { nobody: "reads this" }])("for %j", async (body) => {
    app.events.length = 0;
    expectDone(await unchanged(() => browser.post("/update-user", body)));
    await app.auth.idle();
    expect(app.events).toEqual([]);
  });

  test("if every value is unchanged", async () => {
    app.events.length = 0;
    const same = { name: "Alice", image: null, username: "ALICE_1", displayUsername: "Alice_1" };
    expectDone(await unchanged(() => browser.post("/update-user", same)));
    await app.auth.idle();
    expect(app.events).toEqual([]);
  });
});

describe("a caller cannot set", () => {
  test.each<[string, unknown]>([
    ["emailVerified", true],
    ["id", "chosen"],
    ["userId", "chosen"],
    ["role", "admin"],
    ["banned", false],
    ["createdAt", "1970-01-01T00:00:00.000Z"],
    ["updatedAt", "1970-01-01T00:00:00.000Z"],
    ["password", "another password"],
    ["accounts", [{ providerId: "github", accountId: "1" }]],
    ["activeOrganizationId", "theirs"],
    ["constructor", { prototype: { role: "admin" } }],
  ])("%s, with any other change", async (key, value) => {
    const before = await userByEmail(app);
    expectDone(await browser.post("/update-user", { name: "Ada", [key]: value }));
    expect(await userByEmail(app)).toEqual({ ...before, name: "Ada", updatedAt: app.now() });
    expect(await shown()).not.toHaveProperty("role");
    expect((await app.browser().post("/sign-in/email", alice)).status).toBe(200);
  });

  test("a prototype", async () => {
    const body = '{"name":"Ada","__proto__":{"role":"admin"}}';
    expectIssues(await unchanged(() => browser.post("/update-user", body)), ["__proto__"]);
  });

  test.each<[unknown]>([["v@example.com"], [alice.email], [null], [""], [5], [{}], [[]], [false]])(
    "the address, as %j",
    async (email) => {
      const answer = await unchanged(() => browser.post("/update-user", { name: "Ada", email }));
      expectError(answer, 400, "EMAIL_CAN_NOT_BE_UPDATED", "Email can not be updated");
    },
  );

  test("an address and its verification beside a valid username", async () => {
    const body = { username: "ok.name", email: "v@example.com", emailVerified: true };
    const answer = await unchanged(() => browser.post("/update-user", body));
    expectError(answer, 400, "EMAIL_CAN_NOT_BE_UPDATED", "Email can not be updated");
  });
});

describe("a change fails", () => {
  const wrong: readonly (readonly [string, unknown])[] = [
    ...["name", "image", "username", "displayUsername"].flatMap((field) =>
      [5, 1.5, true, [], ["a"], {}, { toString: "a" }].map((value) => [field, value] as const),
    ),
    ["name", null],
    ["name", "x".repeat(256)],
    ["displayUsername", "x".repeat(2049)],
    ...["", "javascript:alert(1)", "data:text/html,x", " https://x.io/a.png", "//x.io/a.png", "https://", "a.png"].map(
      (image) => ["image", image] as const,
    ),
    ["image", `https://x.io/${"a".repeat(2048)}`],
    ...["svg+xml;base64,PHN2Zz4=", "gif;base64,R0lGODlhAQABAAAAACw=", "png;base64,PHNjcmlwdD5hbGVydCgxKTwv"].map(
      (rest) => ["image", `data:image/${rest}`] as const,
    ),
    ["name", "a\u0000b"],
    ["name", "half \ud800"],
  ];

  test.each(wrong)("by its path: %s as %j", async (field, value) => {
    expectIssues(await unchanged(() => browser.post("/update-user", { [field]: value })), [field]);
  });

  test("by a picture of more than 12 KB", async () => {
    const image = `data:image/png;base64,iVBORw0KGgo${"A".repeat(16_361)}`;
    expectIssues(await unchanged(() => browser.post("/update-user", { image })), ["image"]);
  });

  test("as a whole if a part of it fails", async () => {
    const body = { name: "Ada", image: "javascript:alert(1)" };
    expectIssues(await unchanged(() => browser.post("/update-user", body)), ["image"]);
  });

  test.each(["null", "[]", '"x"', "5", "{"])("if it is %s", async (body) => {
    expect((await unchanged(() => browser.post("/update-user", body))).status).toBe(400);
  });

  test("if it is a megabyte long", async () => {
    const body = { name: "x".repeat(1_000_000) };
    expect((await unchanged(() => browser.post("/update-user", body))).status).toBe(413);
  });

  test("without a session", async () => {
    const answer = await unchanged(() => app.browser().post("/update-user", { name: "Ada" }));
    expectError(answer, 401, "UNAUTHORIZED", "Unauthorized");
  });

  test("with a session that has ended", async () => {
    const headers = { cookie: browser.cookieHeader() };
    await browser.post("/sign-out");
    const answer = await unchanged(() => app.browser().post("/update-user", { name: "Ada" }, { headers }));
    expectError(answer, 401, "UNAUTHORIZED", "Unauthorized");
  });

  test.each(["https://evil.example", "null"])("from a page at %s", async (origin) => {
    const answer = await unchanged(() => browser.post("/update-user", { name: "Ada" }, { headers: { origin } }));
    expect(answer.status).toBe(403);
  });

  test("as a GET", async () => {
    expect((await unchanged(() => browser.get("/update-user?name=Ada"))).status).toBe(405);
  });
});

test("a caller is not signed in if the user is gone by then", async () => {
  const { id } = await userByEmail(app);
  const headers = { cookie: browser.cookieHeader() };
  await app.db.remove(userModel, { id });
  const answer = await app.browser().post("/update-user", { name: "Ada" }, { headers });
  expectError(answer, 401, "UNAUTHORIZED", "Unauthorized");
  expect(await sessionsOf(app, id)).toEqual([]);
});

describe("the event of a change", () => {
  test("names the changed columns, and shows the changed user", async () => {
    app.events.length = 0;
    await browser.post("/update-user", { name: "Ada", image: null, username: "Ada" });
    await app.auth.idle();
    const told = app.events.filter(({ type }) => type === "user.updated");
    expect(told).toEqual([
      {
        type: "user.updated",
        user: expect.objectContaining({ name: "Ada", username: "ada" }),
        changed: expect.arrayContaining(["name", "username"]),
      },
    ]);
    expect(told[0]).not.toHaveProperty("changed", expect.arrayContaining(["image"]));
  });

  test("is not emitted for a failed change", async () => {
    app.events.length = 0;
    await browser.post("/update-user", { name: "Ada", email: "v@example.com" });
    await app.auth.idle();
    expect(app.events).toEqual([]);
  });
});

describe("a hook for changes", () => {
  test("may change the draft, and gets the unchanged user", async () => {
    app = openApp({
      hooks: { "user.update": (change, _ctx, user) => ({ ...change, name: `${user.name} → ${change.name}` }) },
    });
    browser = app.browser();
    await browser.post("/sign-up/email", alice);
    await browser.post("/update-user", { name: "Ada" });
    expect(await shown()).toMatchObject({ name: "Alice → Ada" });
  });

  test("may fail, without any effect", async () => {
    app = openApp({
      errors,
      hooks: { "user.update": (_change, ctx) => ctx.fail(errors.NAMES_ARE_FOR_LIFE) },
    });
    browser = app.browser();
    await browser.post("/sign-up/email", alice);
    const answer = await unchanged(() => browser.post("/update-user", { name: "Ada" }));
    expectError(answer, 409, "NAMES_ARE_FOR_LIFE", "names are for life");
  });
});
