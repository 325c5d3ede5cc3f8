import { setTimeout as pause } from "node:timers/promises";
import type { SecondaryStorage } from "@keyhold/core/adapter";
import { fingerprint } from "@keyhold/core/plugin";
import type { RedisOptions } from "@keyhold/redis";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { canStartRedis, until } from "../../../../tests/harness/redis/redis-node.ts";
import { repeats } from "../../../../tests/harness/repeats.ts";
import { clientNames, type OpenStorage } from "../clients.js";
import { type AppProcesses, limit, openProcesses, password } from "./processes.js";
import { type FailoverSetup, loseWrites, setups } from "./setups.js";
import { startTraffic } from "./traffic.js";

/** A busy machine is no failure of Redis. */
const patient: RedisOptions = { timeoutMilliseconds: 10_000 };

/** The default of 250 would take a busy machine for a second failure. */
const inFailovers: RedisOptions = { timeoutMilliseconds: 1000 };

/** Longer than the processes read no cache after a failure. */
const settledMilliseconds = 12_000;

describe.skipIf(!canStartRedis).each(setups)("two processes over $name, one with each client,", ({ start }) => {
  let setup: FailoverSetup;
  let stores: readonly OpenStorage[] = [];
  let processes: AppProcesses;
  /** The keys of all increments. */
  let counted: string[];

  beforeEach(async () => {
    setup = await start();
    await openStores();
  });
  afterEach(async () => {
    for (const { close } of stores) close();
    await setup?.remove();
  });

  const openStores = async (options = inFailovers): Promise<void> => {
    for (const { close } of stores) close();
    stores = await Promise.all(clientNames.map((name) => setup.open(name, options)));
    counted = [];
    processes = openProcesses(stores.map(({ storage }) => noting(storage)));
  };
  const noting = (storage: SecondaryStorage): SecondaryStorage => ({
    ...storage,
    increment(key, windowSeconds) {
      counted.push(key);
      return storage.increment(key, windowSeconds);
    },
  });
  const at = (index: number) => {
    const found = processes.all[index % processes.all.length];
    if (!found) throw new Error("There is no process.");
    return found;
  };
  const idle = () => Promise.all(processes.all.map((process) => process.idle()));
  const failures = () => processes.all.map((process) => process.failures());

  const signUp = async (email: string): Promise<string> => {
    const response = await at(0).ask("/sign-up/email", { body: { name: "Ada", email, password } });
    expect(response.status, response.text).toBe(200);
    return response.cookie;
  };
  const emailAt = async (index: number, cookie: string): Promise<string | null> => {
    const { status, text } = await at(index).ask("/get-session", { cookie });
    expect(status).toBe(200);
    return JSON.parse(text)?.user.email ?? null;
  };
  const entryOf = (cookie: string): string => {
    const token = decodeURIComponent(cookie.split("=")[1] ?? "").split(".")[0] ?? "";
    return `session:${fingerprint(token)}`;
  };
  const clientsAreBack = () =>
    until("both clients write to every master", async () =>
      (await Promise.all(stores.map(({ storage }) => writesEverywhere(storage)))).every(Boolean),
    );
  /** Whether both processes answer from their caches. */
  const isCached = async (cookie: string): Promise<boolean> => {
    for (const index of [0, 1]) {
      await emailAt(index, cookie);
      await idle();
      processes.database.reset();
      await emailAt(index, cookie);
      if (processes.database.calls.length > 0) return false;
    }
    return true;
  };

  test("cache sessions on every master, and sign out at once", async () => {
    await openStores(patient);
    for (let round = 0; round < repeats(60, 15); round += 1) {
      const cookie = await signUp(`ada${round}@example.com`);
      expect(await isCached(cookie)).toBe(true);
      expect((await at(round).ask("/sign-out", { body: {}, cookie })).status).toBe(200);
      expect([await emailAt(0, cookie), await emailAt(1, cookie)]).toEqual([null, null]);
    }
    expect(failures()).toEqual([0, 0]);
  });

  /** The number of allowed sign-ins of sixteen concurrent ones, distributed over the processes. */
  const allowedOfSixteen = async (ipAddress: string): Promise<number> => {
    const body = { email: `at-${ipAddress}@example.com`, password: "a wrong password" };
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, caller) => at(caller).ask("/sign-in/email", { body, ipAddress })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status !== 401 && status !== 429)).toEqual([]);
    return answers.filter(({ status }) => status === 401).length;
  };

  test("allow exactly five of sixteen concurrent calls under a limit of five", async () => {
    await openStores(patient);
    for (let round = 1; round <= repeats(60, 15); round += 1)
      expect(await allowedOfSixteen(`203.0.${round}.1`)).toBe(limit);
    expect(failures()).toEqual([0, 0]);
  });

  test("answer everything while the master is killed in the middle of traffic, and show no ended session", async () => {
    await signUp("first@example.com");
    const traffic = startTraffic(processes.all);
    await pause(2000);
    const { master } = setup.serversOf("keyhold:any");
    await master.kill();
    await setup.promoted(master, "keyhold:any");
    await clientsAreBack();
    await pause(settledMilliseconds);
    const report = await traffic.stop();
    await idle();
    expect(report).toMatchObject({ shownAfterSignOut: [], missing: [], unexpected: [] });
    expect(report.requests).toBeGreaterThan(100);
    for (const count of failures()) expect(count).toBeGreaterThan(0);
    const cookie = await signUp("last@example.com");
    await until("the caches are used again", () => isCached(cookie));
  });

  test("show no session with an invalidation that the new master has missed", async () => {
    const cookie = await signUp("ada@example.com");
    expect(await isCached(cookie)).toBe(true);
    const key = entryOf(cookie);
    const servers = setup.serversOf(`keyhold:${key}`);
    await loseWrites(servers, async () => {
      expect((await at(0).ask("/sign-out", { body: {}, cookie })).status).toBe(200);
    });
    let isRead = true;
    const shown = new Set<unknown>();
    const readOn = async (index: number): Promise<void> => {
      while (isRead) {
        shown.add(await emailAt(index, cookie));
        await pause(5);
      }
    };
    const reading = [readOn(0), readOn(1)];
    await setup.promoted(servers.master, `keyhold:${key}`);
    await clientsAreBack();
    await pause(1500);
    isRead = false;
    await Promise.all(reading);
    const entry = await stores[0]?.storage.get(key);
    expect(entry, "the new master has the entry, not its invalidation").toContain("ada@example.com");
    expect([...shown]).toEqual([null]);
  });

  test("after a loss of counts allow as many further calls as were lost, and during the failover a limit more", async () => {
    const ipAddress = "203.0.113.50";
    let tries = 0;
    const tryOnce = async (index: number): Promise<number> => {
      // Each try has a new name, because names have limits, too.
      tries += 1;
      const body = { email: `ada${tries}@example.com`, password: "a wrong password" };
      const { status } = await at(index).ask("/sign-in/email", { body, ipAddress });
      expect([401, 429]).toContain(status);
      return status === 401 ? 1 : 0;
    };
    expect((await tryOnce(0)) + (await tryOnce(1)) + (await tryOnce(0))).toBe(3);
    // The limit of the route is counted first.
    const key = `keyhold:${counted[0]}`;
    const servers = setup.serversOf(key);
    const lost = 2;
    await loseWrites(servers, async () => {
      expect((await tryOnce(1)) + (await tryOnce(0)) + (await tryOnce(1))).toBe(lost);
    });
    let during = 0;
    const failover = setup.promoted(servers.master, key).then(() => false);
    for (let index = 0; await Promise.race([failover, pause(20).then(() => true)]); index += 1)
      during += await tryOnce(index);
    await clientsAreBack();
    await pause(1100);
    let after = 0;
    for (let index = 0; index < 40; index += 1) after += await tryOnce(index);
    expect(during).toBeGreaterThan(0);
    expect(during + after).toBeLessThanOrEqual(limit + lost);
  });
});

/** Writes to keys of all slots. */
async function writesEverywhere(storage: SecondaryStorage): Promise<boolean> {
  const writes = Array.from({ length: 30 }, (_, index) => storage.set(`written-${index}`, "value", 60));
  const all = Promise.all(writes).then(
    () => true,
    () => false,
  );
  return Promise.race([all, pause(1000).then(() => false)]);
}
