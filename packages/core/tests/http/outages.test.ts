import { memory } from "@keyhold/adapter-memory";
import { StorageUnavailable, type StorageUnavailableOptions } from "@keyhold/core/adapter";
import { createTestAuth } from "@keyhold/testing";
import { type FaultPlan, faulty } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";

async function open() {
  const plan: FaultPlan = {};
  const fixture = createTestAuth({
    config: { database: faulty(memory(), plan), rateLimit: { enabled: false, wrongPasswords: false } },
  });
  const { browser } = await fixture.signUp("ann@example.com");
  await fixture.auth.idle();
  const ask = async (times = 1): Promise<void> => {
    for (let turn = 0; turn < times; turn += 1) await browser.get("/get-session");
    await fixture.auth.idle();
  };
  const rename = () => browser.post("/update-user", { name: "Ann" });
  /** The next read fails with this error, as from an adapter. */
  const fail = (options: StorageUnavailableOptions): void => {
    plan.faults = [{ at: "find", error: new StorageUnavailable("planned", options) }];
  };
  const messages = (): readonly string[] => fixture.logged.map(({ message }) => message);
  return { ...fixture, plan, ask, rename, fail, messages };
}

const begins = "The database could not be reached at GET /get-session.";

describe("an outage of the database", () => {
  test("logs its beginning with the cause, and its end with the number of failed calls and the duration", async () => {
    const { plan, ask, messages, logged, clock } = await open();
    plan.isUnavailable = true;
    await ask(20);
    clock.forward({ seconds: 12 });
    await ask(20);
    expect(messages()).toEqual([begins]);
    expect(logged[0]?.cause).toContain("StorageUnavailable");
    plan.isUnavailable = false;
    await ask(3);
    expect(messages()).toEqual([begins, "The database answers again, after 12 s: 40 calls failed."]);
    expect(logged.map(({ level }) => level)).toEqual(["error", "warning"]);
  });

  test("logs each minute how many calls have failed", async () => {
    const { plan, ask, messages, clock } = await open();
    plan.isUnavailable = true;
    for (let second = 0; second <= 150; second += 1) {
      await ask();
      clock.forward({ seconds: 1 });
    }
    expect(messages()).toEqual([
      begins,
      "The database has not been reached for 60 s: 61 calls failed so far.",
      "The database has not been reached for 120 s: 121 calls failed so far.",
    ]);
  });

  test("counts work after the response like requests", async () => {
    const onEvent = ({ type }: { readonly type: string }): void => {
      if (type.endsWith(".created")) throw new StorageUnavailable("planned");
    };
    const { signUp, auth, logged } = createTestAuth({ config: { onEvent } });
    const { user } = await signUp("ann@example.com");
    await auth.idle();
    await auth.api.revokeUserSessions({ userId: user.id });
    expect(logged.map(({ message }) => message)).toEqual([
      'The database could not be reached: A listener at "user.created" failed.',
      "The database answers again, after 0 s: 2 calls failed.",
    ]);
  });

  test("that begins and ends repeatedly logs a few lines a minute, and not two per call", async () => {
    const { plan, ask, messages, clock } = await open();
    for (let second = 0; second < 59; second += 1) {
      plan.isUnavailable = true;
      await ask();
      plan.isUnavailable = false;
      await ask();
      clock.forward({ seconds: 1 });
    }
    expect(messages().length).toBeLessThan(8);
    clock.forward({ seconds: 10 });
    await ask();
    expect(messages().at(-1)).toMatch(/^The database answers again, after \d+ s: \d\d calls failed\.$/);
  });

  test("of one auth does not affect another in the same process", async () => {
    const [one, other] = [await open(), await open()];
    one.plan.isUnavailable = true;
    other.plan.isUnavailable = true;
    await one.ask();
    await other.ask();
    one.plan.isUnavailable = false;
    await one.ask();
    expect(one.messages()).toHaveLength(2);
    expect(other.messages()).toEqual([begins]);
  });

  test("does not hide other failures in the log, each with its cause", async () => {
    const { plan, ask, messages } = await open();
    plan.isUnavailable = true;
    await ask();
    plan.isUnavailable = false;
    plan.faults = [{ at: "find", error: new Error("x") }];
    await ask();
    expect(messages()).toHaveLength(2);
    expect(messages()[1]).toMatch(/^FAILED_TO_GET_SESSION at /);
  });
});

describe("a lock", () => {
  test("of another process is named, and over when a write succeeds", async () => {
    const { fail, ask, rename, messages } = await open();
    fail({ reason: "locked by another process" });
    await ask(3);
    expect(messages()).toEqual(["The database is locked by another process at GET /get-session."]);
    await rename();
    expect(messages()[1]).toBe("The database is no longer locked by another process, after 0 s: 1 call failed.");
  });

  test("of another transaction is named, and over after ten seconds without one", async () => {
    const { fail, ask, messages, clock } = await open();
    fail({ reason: "locked by another transaction" });
    await ask(3);
    clock.forward({ seconds: 9 });
    await ask();
    expect(messages()).toEqual(["Another transaction kept a lock for too long at GET /get-session."]);
    clock.forward({ seconds: 2 });
    await ask();
    expect(messages()[1]).toBe("No other transaction keeps a lock for too long any more, after 11 s: 1 call failed.");
  });
});
