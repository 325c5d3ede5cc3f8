import { createHook } from "node:async_hooks";
import type { AuthConfig, EmailMessage, ErrorEntry } from "@keyhold/core";
import { coreErrors } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type App, alice, openApp, password } from "../../../../tests/harness/app.ts";
import type { Answer } from "../../../../tests/harness/browser.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";
import { allRows, removePassword } from "../../../../tests/harness/rows.ts";

type Passwords = NonNullable<AuthConfig["emailAndPassword"]>;

/** An app with Alice as a user, and a way to set a new password. */
interface Place {
  readonly app: App;
  give(newPassword: string): Promise<Answer>;
}

const ann = { name: "Ann Example", email: "ann.of.example@example.com" };

function openPlace(emailAndPassword: Passwords, messages: EmailMessage[] = []): App {
  return openApp({
    appName: "Daily Planner",
    emailAndPassword,
    emailVerification: { sendOnSignUp: false },
    mail: (message) => void messages.push(message),
  });
}

/** The result of a server-side call in the form of a response: a status and a body. */
async function answerOf(call: Promise<unknown>): Promise<Answer> {
  const headers = new Headers({
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  try {
    const body = (await call) as Answer["body"];
    return { status: 200, headers, text: "", body, cookies: [] };
  } catch (error) {
    const { status, code, message } = error as { status: number; code: string; message: string };
    return { status, headers, text: "", body: { code, message }, cookies: [] };
  }
}

const places: readonly (readonly [string, (options: Passwords) => Promise<Place>])[] = [
  [
    "sign-up",
    async (options) => {
      const app = openPlace(options);
      return { app, give: (newPassword) => app.browser().post("/sign-up/email", { ...ann, password: newPassword }) };
    },
  ],
  [
    "reset-password",
    async (options) => {
      const messages: EmailMessage[] = [];
      const app = openPlace(options, messages);
      await app.browser().post("/sign-up/email", { ...ann, password });
      await app.browser().post("/forget-password", { email: ann.email });
      await app.auth.idle();
      const [message] = messages;
      const token = message && "token" in message ? message.token : "";
      return { app, give: (newPassword) => app.browser().post("/reset-password", { token, newPassword }) };
    },
  ],
  [
    "change-password",
    async (options) => {
      const app = openPlace(options);
      const browser = app.browser();
      await browser.post("/sign-up/email", { ...ann, password });
      return {
        app,
        give: (newPassword) => browser.post("/change-password", { currentPassword: password, newPassword }),
      };
    },
  ],
  [
    "set-password",
    async (options) => {
      const app = openPlace(options);
      const browser = app.browser();
      const { body } = await browser.post("/sign-up/email", { ...ann, password });
      await removePassword(app, String(body?.user?.id));
      const headers = new Headers({ cookie: browser.cookieHeader() });
      return { app, give: (newPassword) => answerOf(app.auth.api.setPassword({ newPassword }, { headers })) };
    },
  ],
  [
    "create-user",
    async (options) => {
      const app = openPlace(options);
      return { app, give: (newPassword) => answerOf(app.auth.api.createUser({ ...ann, password: newPassword })) };
    },
  ],
];

const tooShort = ["PASSWORD_TOO_SHORT", "Password too short"] as const;
const tooLong = ["PASSWORD_TOO_LONG", "Password too long"] as const;
const tooCommon = ["PASSWORD_TOO_COMMON", "Password is one that many people use, or your own name"] as const;

const refused: readonly (readonly [string, string, readonly [string, string]])[] = [
  ["of 7 characters", "seven c", tooShort],
  ["that is empty", "", tooShort],
  ["of 7 characters beyond the plane", "🔑🗝🔒🔓🔏🔐🛡", tooShort],
  ["of 7 characters that are 14 until they are composed", "e\u0301".repeat(7), tooShort],
  ["of 129 characters", `${"x y".repeat(43)}`, tooLong],
  ["of 1,025 bytes", "ab😀".repeat(171), tooLong],
  ["of few characters that become many", "\ufdfa".repeat(8), tooLong],
  ["of 50,000 characters", "x".repeat(50_000), tooLong],
  ["of the list", "password", tooCommon],
  ["of the list, in other letter case", "Password1", tooCommon],
  ["of digits in a row", "12345678", tooCommon],
  ["that is the address", ann.email, tooCommon],
  ["that is the address in capitals", ann.email.toUpperCase(), tooCommon],
  ["that is the address before the @", "Ann.Of.Example", tooCommon],
  ["that is the name", "ann example", tooCommon],
  ["that is the app's name", "daily planner", tooCommon],
];

const accepted: readonly (readonly [string, string])[] = [
  ["of 8 characters", "eight ch"],
  ["of one character 128 times", "é".repeat(128)],
  ["of 128 characters", `${"x y".repeat(42)}zz`],
  ["of 128 characters beyond the plane", "🔑🗝".repeat(64)],
  ["with blanks at its ends", "  eight  x "],
  ["that holds a common one", "password of mine"],
  ["that holds the name", "ann example!"],
];

describe.each(places)("a new password at %s", (_, open) => {
  test.each(refused)("is rejected %s", async (_, given, [code, message]) => {
    const { app, give } = await open({});
    const before = await allRows(app);
    expectError(await give(given), 400, code, message);
    expect(await allRows(app)).toEqual(before);
    expect(app.logged).toEqual([]);
  });

  test.each(accepted)("is accepted %s, unchanged", async (_, given) => {
    const { app, give } = await open({});
    expect((await give(given)).status).toBe(200);
    const signIn = (text: string) => app.browser().post("/sign-in/email", { email: ann.email, password: text });
    expect((await signIn(given)).status).toBe(200);
    expect((await signIn(`${given} `)).status).toBe(401);
  });

  test("is as long as configured", async () => {
    const { give } = await open({ minPasswordLength: 15, maxPasswordLength: 64 });
    expectError(await give("fourteen chars"), 400, ...tooShort);
    expectError(await give("x y".repeat(22)), 400, ...tooLong);
    expect((await give("fifteen chars !")).status).toBe(200);
  });

  test("may be a common one, if the app allows that", async () => {
    const { give } = await open({ allowCommonPasswords: true });
    expect((await give("Password1")).status).toBe(200);
  });

  test("is rejected by the app's own check, after the built-in ones, with its error", async () => {
    const asked: unknown[] = [];
    const checkPassword = (given: string, person: object): ErrorEntry | null => {
      asked.push([given, person]);
      return given.includes("planner") ? coreErrors.PASSWORD_COMPROMISED : null;
    };
    const { app, give } = await open({ checkPassword });
    asked.length = 0;
    expectError(await give("password"), 400, ...tooCommon);
    expect(asked).toEqual([]);
    const before = await allRows(app);
    expectError(await give("a planner of days"), 400, "PASSWORD_COMPROMISED", "Password is known from a data breach");
    expect(await allRows(app)).toEqual(before);
    expect(asked).toEqual([["a planner of days", { email: ann.email, name: ann.name }]]);
    expect((await give("a book of days")).status).toBe(200);
  });
});

describe("a new password beyond the maximum length", () => {
  let hashes = 0;
  const counter = createHook({
    init: (_id, type) => {
      if (type === "SCRYPTREQUEST") hashes += 1;
    },
  });
  beforeAll(() => counter.enable());
  afterAll(() => counter.disable());

  test("costs no hash", async () => {
    const app = openPlace({});
    hashes = 0;
    for (const [, given] of refused) await app.browser().post("/sign-up/email", { ...ann, password: given });
    expect(hashes).toBe(0);
    await app.browser().post("/sign-up/email", { ...ann, password });
    expect(hashes).toBe(1);
  });
});

test("a new password may not be the username either", async () => {
  const app = openApp();
  const given = { ...alice, username: "Wonder.Land", password: "wonder.land" };
  expectError(await app.browser().post("/sign-up/email", given), 400, ...tooCommon);
  const browser = app.browser();
  await browser.post("/sign-up/email", { ...given, password });
  const change = { currentPassword: password, newPassword: "WONDER.land" };
  expectError(await browser.post("/change-password", change), 400, ...tooCommon);
});

test("a check that names no error of the catalogue is a surprise, and nothing is written", async () => {
  const app = openApp({ emailAndPassword: { checkPassword: () => "NO_SUCH_ERROR" as never } });
  const answer = await app.browser().post("/sign-up/email", alice);
  expectError(answer, 500, "INTERNAL_SERVER_ERROR", "Internal Server Error");
  expect(app.logged).toHaveLength(1);
  expect(await allRows(app)).toEqual({ users: [], accounts: [], sessions: [] });
});

test("a password with half a surrogate pair, or a NUL, fails before every other check", async () => {
  for (const given of ["a right \ud800 password", "a right \u0000 password"]) {
    const answer = await openApp()
      .browser()
      .post("/sign-up/email", { ...alice, password: given });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "password" }] });
  }
});
