import { memory } from "@keyhold/adapter-memory";
import { intercept, type VerbCall } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type App,
  alice,
  countRows,
  openApp,
  replacePasswordHash,
  sessionsOf,
  userByEmail,
  userModel,
} from "../../../../tests/harness/app.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";

let app: App;
/** Runs once, right after the verb that the test waits for. */
let meanwhile: { readonly after: (call: VerbCall) => boolean; readonly run: () => Promise<unknown> } | null;

beforeEach(async () => {
  meanwhile = null;
  const database = intercept(memory(), {
    async verb(call, run) {
      const answer = await run();
      const due = meanwhile?.after(call) ? meanwhile : null;
      if (due) {
        meanwhile = null;
        await due.run();
      }
      return answer;
    },
  });
  app = openApp({ database, emailAndPassword: { autoSignIn: false } });
  await app.browser().post("/sign-up/email", { ...alice, username: "alice" });
});

const afterReading =
  (model: string) =>
  (call: VerbCall): boolean =>
    call.verb === "find" && call.model === model && !call.isInTransaction;

describe.each([
  ["/sign-in/email", alice, "INVALID_EMAIL_OR_PASSWORD", "Invalid email or password"],
  [
    "/sign-in/username",
    { ...alice, username: "alice" },
    "INVALID_USERNAME_OR_PASSWORD",
    "invalid username or password",
  ],
])("%s opens no session", (path, body, code, message) => {
  test("by a password that is changed while it is verified", async () => {
    const { id } = await userByEmail(app);
    meanwhile = { after: afterReading("account"), run: () => replacePasswordHash(app, id, "another hash") };
    expectError(await app.browser().post(path, body), 401, code, message);
    expect(await sessionsOf(app, id)).toEqual([]);
  });

  test("for a user who is removed while the password is verified", async () => {
    const { id } = await userByEmail(app);
    meanwhile = { after: afterReading("account"), run: () => app.db.remove(userModel, { id }) };
    expectError(await app.browser().post(path, body), 401, code, message);
    expect(await countRows(app)).toEqual({ users: 0, accounts: 0, sessions: 0 });
  });
});

test("a session that ends while it is prolonged stays ended", async () => {
  const browser = app.browser();
  await browser.post("/sign-in/email", alice);
  const headers = { cookie: browser.cookieHeader() };
  app.wait(2 * 86_400);
  meanwhile = { after: afterReading("session"), run: () => app.browser().post("/sign-out", {}, { headers }) };
  const answer = await browser.get("/get-session");
  expect(answer.text).toBe("null");
  expect(answer.cookies).toEqual([]);
  expect(await countRows(app)).toMatchObject({ sessions: 0 });
});

test("sixteen sign-ins of one user open sixteen sessions", async () => {
  const answers = await Promise.all(Array.from({ length: 16 }, () => app.browser().post("/sign-in/email", alice)));
  expect(new Set(answers.map((answer) => answer.body?.token)).size).toBe(16);
  expect(await countRows(app)).toMatchObject({ sessions: 16 });
});

test("sixteen sign-ins in one browser end its earlier session, once", async () => {
  const browser = app.browser();
  await browser.post("/sign-in/email", alice);
  const headers = { cookie: browser.cookieHeader() };
  await Promise.all(Array.from({ length: 16 }, () => app.browser().post("/sign-in/email", alice, { headers })));
  expect(app.events.filter((event) => event.type === "session.ended")).toHaveLength(1);
  expect(await countRows(app)).toMatchObject({ sessions: 16 });
});
