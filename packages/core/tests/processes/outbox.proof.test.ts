import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { createAuth } from "@keyhold/core";
import type { Adapter } from "@keyhold/core/adapter";
import { type OutboxRow, outboxModel } from "@keyhold/core/outbox";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { isWhole, raceRounds } from "../../../../tests/harness/repeats.ts";
import { configOf, orderModel, shippedModel } from "./outbox-plugin.ts";
import type { OutboxJob, OutboxSetup } from "./outbox-worker.ts";

const services = inject("services");
const timeout = 900_000;
/** Milliseconds by which the clocks differ. A lease lasts 90 seconds. */
const clocks = [0, 95_000, -95_000, 86_400_000];
/** Milliseconds by which the clock of one process in turn jumps. */
const jumps = [3_600_000, -3_600_000, 20_000, -20_000];
/** A lease, and the error of a measured difference between two clocks. */
const maxLeaseMilliseconds = 90_000 + 1000;
const maxSteps = 200;

describe.each(databaseTypes(services))("the outbox on %s", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let db: Adapter;
  let work: () => Promise<unknown>;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    const auth = createAuth(configOf(database));
    await (await planMigration(database, auth.schema)).apply();
    db = database.connect(auth.schema);
    work = () => auth.api.work();
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  async function start(changes: Partial<OutboxSetup> = {}): Promise<ChildProcess> {
    const setup: OutboxSetup = { type, place: fresh.place, dieAt: 0, aheadMilliseconds: 0, ...changes };
    const child = fork(join(import.meta.dirname, "outbox-worker.ts"), [JSON.stringify(setup)], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const died = once(child, "exit").then(() => Promise.reject(new Error("The process did not start.")));
    await Promise.race([once(child, "message"), died]);
    died.catch(() => undefined);
    return child;
  }

  /** Sends a job; resolves when the job is done, or the process was killed. */
  async function send(child: ChildProcess, job: Partial<OutboxJob>): Promise<"done" | "killed"> {
    child.send({ orders: [], workers: 0, jumpMilliseconds: 0, ...job } satisfies OutboxJob);
    const ended = new AbortController();
    const [message] = await Promise.race(["message", "exit"].map((name) => once(child, name, ended)));
    ended.abort();
    return message === "done" ? "done" : "killed";
  }

  const unfinished = (): Promise<readonly OutboxRow[]> =>
    db.list(outboxModel, {}, { orderBy: "position", limit: 1000 });

  /** Expects that each order that was placed was shipped once, in the order of the owner, and that no entry is left. */
  async function expectOnce(orders: readonly string[]): Promise<number> {
    let placed = 0;
    for (const order of orders) {
      const isPlaced = await db.exists(orderModel, { order });
      const shipped = await db.list(shippedModel, { order }, { orderBy: "id", limit: 10 });
      expect(shipped.length, order).toBe(isPlaced ? 1 : 0);
      if (isPlaced) placed += 1;
      if (isPlaced && order.includes(":")) expect(shipped[0]?.before, order).toBe(Number(order.split(":")[1]));
    }
    expect(await unfinished()).toEqual([]);
    return placed;
  }

  /** Ends the leases of a killed process, and works off the outbox. */
  async function expectTakenOver(orders: readonly string[]): Promise<number> {
    const now = (await db.now()) ?? new Date();
    for (const row of await unfinished()) {
      // No entry is out of reach for longer than a lease, but behind an earlier entry of the owner.
      if (row.position > 1 && row.lease === null) continue;
      expect(row.dueAt.getTime() - now.getTime()).toBeLessThanOrEqual(maxLeaseMilliseconds);
      await db.update(outboxModel, row.id, { dueAt: new Date(0) });
    }
    await work();
    return expectOnce(orders);
  }

  test("is worked off by sixteen workers in four processes with different clocks: each entry once, in the order of its owner", {
    timeout,
  }, async () => {
    const processes = await Promise.all(clocks.map((aheadMilliseconds) => start({ aheadMilliseconds })));
    for (let round = 0; round < raceRounds; round += 1) {
      const ordersOf = (process: number): string[] =>
        [0, 1, 2].flatMap((place) => [
          `${round}-${process}a:${place}`,
          `${round}-${process}b:${place}`,
          `${round}-${process}-${place}`,
        ]);
      await Promise.all(
        processes.map((child, index) => {
          const jumpMilliseconds = round % processes.length === index ? (jumps[(round >> 2) % jumps.length] ?? 0) : 0;
          return send(child, { orders: ordersOf(index), workers: 4, jumpMilliseconds });
        }),
      );
      // The last entries may have been added after the last look of each worker.
      await work();
      const orders = processes.flatMap((_, index) => ordersOf(index));
      expect(await expectOnce(orders), `round ${round}`).toBe(orders.length);
    }
    for (const child of processes) child.kill("SIGKILL");
  });

  test("loses no entry and runs none twice after a kill at any step of an entry's work", { timeout }, async () => {
    // A process takes a second to start: CI kills at some steps, the scheduled workflow at each.
    const fewSteps = type === "sqlite" ? 3 : 8;
    const stride = isWhole ? 1 : fewSteps;
    const minKills = isWhole ? 2 * raceRounds : 1;
    const outcomes = new Set<number>();
    let kills = 0;
    for (let pass = 0; kills < minKills; pass += 1) {
      for (let step = 1; step < maxSteps; step += stride) {
        const orders = [0, 1].map((place) => `${pass}-${step}:${place}`);
        const child = await start({ dieAt: step });
        const outcome = await send(child, { orders });
        child.kill("SIGKILL");
        // The work was done before the step: no further step exists.
        if (outcome === "done") break;
        kills += 1;
        // The server may commit later what the process had sent before the kill.
        outcomes.add(await vi.waitFor(() => expectTakenOver(orders), { timeout: 30_000 }));
      }
    }
    if (isWhole) console.log(`${kills} kills on ${type}`);
    expect([...outcomes].sort(), "no order, one, or both were placed before the kill").toEqual([0, 1, 2]);
  });
});
