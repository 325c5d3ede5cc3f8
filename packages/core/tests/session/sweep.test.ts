import { memory } from "@keyhold/adapter-memory";
import type { Database } from "@keyhold/core/adapter";
import { definePlugin, isConflict } from "@keyhold/core/plugin";
import { createTestAuth } from "@keyhold/testing";
import { type FaultPlan, faulty } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type App,
  alice,
  type Changes,
  openApp,
  sessionModel,
  sessionsOf,
  userByEmail,
  verificationModel,
} from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";

const hour = 3600;
const day = 24 * hour;

let app: App;
let browser: Browser;

async function start(changes: Changes = {}): Promise<void> {
  app = openApp(changes);
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
  await app.auth.idle();
}
beforeEach(() => start());

/** A one-time token that expires in `seconds`; the answer consumes the token, and says whether it was still there. */
async function issueOneTimeToken(seconds: number): Promise<() => Promise<boolean>> {
  const identifier = `test:${seconds}:${Math.random()}`;
  const expiresAt = new Date(app.now().getTime() + seconds * 1000);
  const row = await app.db.insert(verificationModel, { identifier, value: "x", expiresAt });
  if (isConflict(row)) throw new Error("Two tickets had one id.");
  return async () => (await app.db.consume(verificationModel, { identifier })) !== null;
}

const sessions = async (): Promise<number> => (await sessionsOf(app, (await userByEmail(app)).id)).length;

describe("the server removes", () => {
  test("expired sessions and one-time tokens, and no valid ones", async () => {
    await app.browser().post("/sign-in/email", { ...alice, rememberMe: false });
    const [over, good] = [await issueOneTimeToken(day), await issueOneTimeToken(day + 1)];
    app.wait(day + 1);
    expect(await app.auth.api.removeExpired()).toEqual({ removed: 2 });
    expect([await over(), await good()]).toEqual([false, true]);
    expect(await sessions()).toBe(1);
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
    expect(await app.auth.api.removeExpired()).toEqual({ removed: 0 });
  });

  test("any number of sessions", async () => {
    const { id: userId } = await userByEmail(app);
    const now = app.now();
    for (let index = 0; index < 1234; index += 1) {
      const row = { userId, token: `other ${index}`, expiresAt: now, createdAt: now, updatedAt: now };
      await app.db.insert(sessionModel, row);
    }
    app.wait(1);
    expect(await app.auth.api.removeExpired()).toEqual({ removed: 1234 });
    expect(await sessions()).toBe(1);
  });

  test("the counters of limits, too, if they are in the database", async () => {
    await start({ rateLimit: { enabled: true, storage: "database" } });
    await app.browser().post("/sign-in/email", alice);
    app.wait(day);
    const { removed } = await app.auth.api.removeExpired();
    expect(removed).toBeGreaterThan(0);
    expect(await app.auth.api.removeExpired()).toEqual({ removed: 0 });
  });
});

describe("expired rows are removed by themselves", () => {
  test("after a response, once an hour has passed since the last time", async () => {
    const [soon, later] = [await issueOneTimeToken(hour - 1), await issueOneTimeToken(hour + 1)];
    app.wait(hour);
    await app.browser().post("/sign-in/email", alice);
    await app.auth.idle();
    app.wait(hour - 1);
    await app.browser().post("/sign-in/email", alice);
    await app.auth.idle();
    expect([await soon(), await later()]).toEqual([false, true]);
  });

  test("soon after the clock was set back, too", async () => {
    app.wait(1000 * day);
    await app.auth.api.removeExpired();
    app.wait(-1000 * day);
    const over = await issueOneTimeToken(-1);
    await app.browser().post("/sign-in/email", alice);
    await app.auth.idle();
    expect(await over()).toBe(false);
  });

  test("not after a response that only reads, or fails", async () => {
    const over = await issueOneTimeToken(1);
    app.wait(2 * hour);
    await browser.get("/get-session");
    await app.browser().post("/sign-in/email", { ...alice, password: "a wrong password" });
    await app.auth.idle();
    expect(await over()).toBe(true);
  });

  test("not again soon after the server did it", async () => {
    app.wait(hour);
    await app.auth.api.removeExpired();
    const over = await issueOneTimeToken(1);
    app.wait(2);
    await app.browser().post("/sign-in/email", alice);
    await app.auth.idle();
    expect(await over()).toBe(true);
  });
});

test("a sweep that fails changes no response, and is logged", async () => {
  const plan: FaultPlan = {};
  const database: Database = faulty(memory(), plan);
  await start({ database });
  app.wait(hour);
  plan.faults = [{ at: "remove", model: "verification" }];
  const answer = await app.browser().post("/sign-in/email", alice);
  await app.auth.idle();
  expect(answer.status).toBe(200);
  expect(app.logged.map(({ message }) => message)).toEqual([
    "The database could not be reached: Removing expired rows failed.",
  ]);
});

test("a hook at the sweep that fails keeps no later hook from its work", async () => {
  let swept = 0;
  const hooks = {
    sweep: () => {
      swept += 1;
    },
  };
  const failing = definePlugin({
    id: "failing",
    hooks: {
      sweep() {
        throw new Error("This plugin is broken.");
      },
    },
  });
  const { auth } = createTestAuth({ plugins: [failing], config: { hooks } });
  await expect(auth.api.removeExpired()).rejects.toThrow("This plugin is broken.");
  expect(swept).toBe(1);
});
