import { memory } from "@keyhold/adapter-memory";
import { defineErrors } from "@keyhold/core";
import type { Mailbox } from "@keyhold/testing";
import { type Fault, type FaultPlan, faulty, intercept } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, replacePasswordHash, sessionModel, userModel } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";
import { allRows, noRows, unchangedRows } from "../../../../tests/harness/rows.ts";
import { askForLink, expectDeleted, openDeletion, tokenIn } from "../deletion.js";

const { password } = alice;

let app: App;
let mailbox: Mailbox;
let browser: Browser;
let aliceId: string;

async function open(...how: Parameters<typeof openDeletion>) {
  ({ app, mailbox, browser, aliceId } = await openDeletion(...how));
}

beforeEach(() => open());

const remove = (body: unknown = {}, asked = browser) => asked.post("/delete-user", body);
const unchanged = <T>(run: () => Promise<T>) => unchangedRows(app, run);

describe("a rule for deletions", () => {
  const errors = defineErrors({ OWNERS_STAY: { status: 409, message: "owners stay" } });

  test("may refuse, and nothing has happened then", async () => {
    await open({ errors, hooks: { "user.delete": (_user, ctx) => ctx.fail(errors.OWNERS_STAY) } });
    app.events.length = 0;
    expectError(await unchanged(() => remove({ password })), 409, "OWNERS_STAY", "owners stay");
    await app.auth.idle();
    expect(app.events).toEqual([]);
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ id: aliceId });
  });

  test("may reject a token, which works again when it no longer does", async () => {
    let isOwner = true;
    await open({
      errors,
      hooks: { "user.delete": (_user, ctx) => (isOwner ? ctx.fail(errors.OWNERS_STAY) : undefined) },
      user: { deleteUser: { enabled: true } },
    });
    const token = tokenIn(await askForLink({ mailbox, browser }));
    expectError(await unchanged(() => remove({ token })), 409, "OWNERS_STAY", "owners stay");
    isOwner = false;
    expectDeleted(await remove({ token }));
  });

  test("that throws causes 500, without any effect", async () => {
    await open({
      hooks: {
        "user.delete": async (user, ctx) => {
          await ctx.db.update(userModel, user.id, { name: "gone" });
          throw new Error("SENTINEL");
        },
      },
    });
    const answer = await unchanged(() => remove({ password }));
    expectError(answer, 500, "INTERNAL_SERVER_ERROR", "Internal Server Error");
    expect(app.logged).toHaveLength(1);
  });
});

describe("a database that fails", () => {
  test.each<[Fault]>([
    [{ at: "remove", model: "session" }],
    [{ at: "remove", model: "user" }],
    [{ at: "remove", model: "user", when: "after" }],
    [{ at: "commit" }],
  ])("at any step leaves all data unchanged: %j", async (fault) => {
    const plan: FaultPlan = {};
    await open({ database: faulty(memory(), plan) });
    app.events.length = 0;
    plan.faults = [fault];
    const answer = await unchanged(() => remove({ password }));
    expectError(answer, 503, "SERVICE_UNAVAILABLE", "Service unavailable, try again later");
    await app.auth.idle();
    expect(app.events).toEqual([]);
  });

  test("once, so that the work runs again, emits all events once", async () => {
    const plan: FaultPlan = {};
    await open({ database: faulty(memory(), plan) });
    app.events.length = 0;
    plan.faults = [{ at: "commit", isRetried: true }];
    expectDeleted(await remove({ password }));
    await app.auth.idle();
    expect(app.events.map(({ type }) => type)).toEqual(["session.ended", "user.deleted"]);
  });
});

describe("the checks from before the lock must still hold:", () => {
  /** Runs once, right after the verb that the test waits for. */
  let meanwhile: { readonly model: string; readonly run: () => Promise<unknown> } | null;

  beforeEach(() => {
    meanwhile = null;
    return open({
      database: intercept(memory(), {
        async verb({ verb, model, isInTransaction }, run) {
          const answer = await run();
          const due = verb === "find" && model === meanwhile?.model && !isInTransaction ? meanwhile : null;
          if (due) meanwhile = null;
          await due?.run();
          return answer;
        },
      }),
    });
  });

  test("the password", async () => {
    meanwhile = { model: "account", run: () => replacePasswordHash(app, aliceId, "another hash") };
    expectError(await remove({ password }), 400, "INVALID_PASSWORD", "Invalid password");
    expect(await allRows(app)).toMatchObject({ users: [{ id: aliceId }], accounts: [{ password: "another hash" }] });
  });

  test("the password; its hash may have been replaced", async () => {
    await app.browser().post("/sign-up/email", { ...alice, email: "bob@example.com", username: "bob" });
    const { users, accounts } = await allRows(app);
    const bob = users.find(({ email }) => email === "bob@example.com")?.id;
    const another = accounts.find(({ userId }) => userId === bob)?.password ?? "";
    meanwhile = { model: "account", run: () => replacePasswordHash(app, aliceId, another) };
    expectDeleted(await remove({ password }));
    expect((await allRows(app)).users).toMatchObject([{ id: bob }]);
  });

  test("the session", async () => {
    meanwhile = { model: "session", run: () => app.db.remove(sessionModel, { userId: aliceId }) };
    expectError(await remove(), 401, "UNAUTHORIZED", "Unauthorized");
    expect(await allRows(app)).toMatchObject({ users: [{ id: aliceId }], accounts: [{}], sessions: [] });
  });

  test("the user", async () => {
    meanwhile = { model: "session", run: () => app.db.remove(userModel, { id: aliceId }) };
    expectError(await remove(), 401, "UNAUTHORIZED", "Unauthorized");
    expect(await allRows(app)).toEqual(noRows);
  });
});

test("of sixteen concurrent calls, one succeeds", async () => {
  const headers = { cookie: browser.cookieHeader() };
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => app.browser().post("/delete-user", { password }, { headers })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) expect([400, 401]).toContain(answer.status);
  expect(await allRows(app)).toEqual(noRows);
});
