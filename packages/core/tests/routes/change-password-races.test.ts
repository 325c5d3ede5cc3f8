import { memory } from "@keyhold/adapter-memory";
import { intercept, type VerbCall } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type App,
  alice,
  openApp,
  password,
  sessionsOf,
  userByEmail,
  userModel,
} from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";

const newPassword = "another password";

let app: App;
let browser: Browser;
let userId: string;
/** Runs once, right after the lookup of the password for verification. */
let meanwhile: (() => Promise<unknown>) | null;

const isLookUp = ({ verb, model, isInTransaction }: VerbCall): boolean =>
  verb === "find" && model === "account" && !isInTransaction;

beforeEach(async () => {
  meanwhile = null;
  const database = intercept(memory(), {
    async verb(call, run) {
      const answer = await run();
      if (!isLookUp(call) || !meanwhile) return answer;
      const due = meanwhile;
      meanwhile = null;
      await due();
      return answer;
    },
  });
  app = openApp({ database });
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
  userId = (await userByEmail(app)).id;
});

const change = (to = newPassword, headers = {}, by = browser) =>
  by.post("/change-password", { currentPassword: password, newPassword: to }, { headers });
const signIn = (given: string) => app.browser().post("/sign-in/email", { ...alice, password: given });

describe("while a current password is verified", () => {
  test("another change comes first: this one has an outdated password", async () => {
    const other = app.browser();
    await other.post("/sign-in/email", alice);
    meanwhile = () => change("a third password", {}, other);
    expectError(await change(), 400, "INVALID_PASSWORD", "Invalid password");
    expect((await signIn("a third password")).status).toBe(200);
    expect((await signIn(newPassword)).status).toBe(401);
  });

  test("the session ends: it is not replaced by a new one", async () => {
    const headers = { cookie: browser.cookieHeader() };
    meanwhile = () => app.browser().post("/sign-out", {}, { headers });
    expectError(await change(newPassword, headers, app.browser()), 401, "UNAUTHORIZED", "Unauthorized");
    expect(await sessionsOf(app, userId)).toEqual([]);
    expect((await signIn(password)).status).toBe(200);
  });

  test("the user is deleted: no row is restored", async () => {
    meanwhile = () => app.db.remove(userModel, { id: userId });
    const { status } = await change();
    expect(status).toBe(400);
    expect(await sessionsOf(app, userId)).toEqual([]);
  });
});

test("a sign-in with the old password opens no session after the change", async () => {
  meanwhile = () => change();
  expectError(await signIn(password), 401, "INVALID_EMAIL_OR_PASSWORD", "Invalid email or password");
  expect(await sessionsOf(app, userId)).toHaveLength(1);
});

test("of sixteen concurrent changes one has an effect, and its password is the one that signs in", async () => {
  const headers = { cookie: browser.cookieHeader() };
  const wanted = Array.from({ length: 16 }, (_, caller) => `password of caller ${caller}`);
  const answers = await Promise.all(wanted.map((to) => change(to, headers, app.browser())));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array.from({ length: 15 }, () => 400)]);
  const winner = wanted[answers.findIndex((answer) => answer.status === 200)] ?? "";
  for (const to of wanted) expect((await signIn(to)).status).toBe(to === winner ? 200 : 401);
});
