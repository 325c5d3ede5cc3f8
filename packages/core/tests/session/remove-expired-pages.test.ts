import { memory } from "@keyhold/adapter-memory";
import { intercept } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type App,
  alice,
  openApp,
  sessionModel,
  userByEmail,
  verificationModel,
} from "../../../../tests/harness/app.ts";
import { rateLimitModel } from "../../src/model/models.js";

const maxPage = 500;
const rows = 1100;

/** A removal: the model, the number of removed rows, and whether a timer has run since the previous removal. */
interface Removal {
  readonly model: string;
  readonly removed: number;
  readonly isInTurnOfItsOwn: boolean;
}

let app: App;
let removals: Removal[];

beforeEach(async () => {
  removals = [];
  let hasTimerRun = true;
  const database = intercept(memory(), {
    async verb(call, run) {
      const answer = await run();
      // A sign-in also removes a single row, the window of the sign-in limit.
      if (call.verb === "remove" && Number(answer) > 1) {
        removals.push({ model: call.model, removed: Number(answer), isInTurnOfItsOwn: hasTimerRun });
        hasTimerRun = false;
        setTimeout(() => {
          hasTimerRun = true;
        }, 0);
      }
      return answer;
    },
  });
  app = openApp({ database, rateLimit: { enabled: true, storage: "database" } });
  await app.browser().post("/sign-up/email", alice);
  await app.auth.idle();
  removals.length = 0;
});

/** Expired rows in each table, which all expire at once, as after an import. */
async function addExpired(): Promise<void> {
  const { id: userId } = await userByEmail(app);
  const now = app.now();
  await app.db.transaction(async (tx) => {
    for (let index = 0; index < rows; index += 1) {
      const name = `expired ${index}`;
      await tx.insert(sessionModel, { userId, token: name, expiresAt: now, createdAt: now, updatedAt: now });
      await tx.insert(verificationModel, { identifier: name, value: "x", expiresAt: now });
      await tx.insert(rateLimitModel, { id: name, key: name, count: 1, lastRequest: now.getTime() });
    }
  });
  app.wait(1);
}

const removedOf = (model: string): number =>
  removals.reduce((sum, removal) => sum + (removal.model === model ? removal.removed : 0), 0);

describe.each([
  ["by a call", async () => expect(await app.auth.api.removeExpired()).toEqual({ removed: 3 * rows })],
  [
    "behind an answer",
    async () => {
      app.wait(3600);
      await app.browser().post("/sign-in/email", alice);
      await app.auth.idle();
    },
  ],
])("expired rows that are removed %s", (_, remove) => {
  beforeEach(async () => {
    await addExpired();
    removals.length = 0;
    await remove();
  });

  test("are removed from every table, a page per statement", () => {
    for (const model of ["session", "verification", "rateLimit"])
      expect(removedOf(model), model).toBeGreaterThanOrEqual(rows);

    expect(Math.max(...removals.map(({ removed }) => removed))).toBeLessThanOrEqual(maxPage);
  });

  test("leave a turn of the event loop to timers and I/O after each page", () => {
    expect(removals.filter(({ isInTurnOfItsOwn }) => !isInTurnOfItsOwn)).toEqual([]);
  });
});

test("two concurrent calls remove each row once, and answer the right sum", async () => {
  await addExpired();
  const answers = await Promise.all([app.auth.api.removeExpired(), app.auth.api.removeExpired()]);
  expect(answers.reduce((sum, { removed }) => sum + removed, 0)).toBe(3 * rows);
});
