// A server process: places orders, and works off the outbox, with the published packages.

import { createAuth } from "@keyhold/core";
import { contextOf } from "@keyhold/core/tools";
import { announceReady } from "../../../../tests/harness/processes/announce-ready.ts";
import { dieAt } from "../../../../tests/harness/processes/die.ts";
import { openOneDatabase } from "../../../../tests/harness/processes/open-one.ts";
import { configOf, orderModel, shipping } from "./outbox-plugin.ts";

export interface OutboxSetup {
  readonly type: "sqlite" | "postgres" | "mysql";
  readonly place: string;
  /** The step at which the process is killed; 0: never. */
  readonly dieAt: number;
  /** How far the clock of this process is ahead at first. */
  readonly aheadMilliseconds: number;
}
export interface OutboxJob {
  /** Placed one after another, each in a transaction; the owner is the part before ":", if there is one. */
  readonly orders: readonly string[];
  readonly workers: number;
  /** The clock of this process jumps by so much before the work. */
  readonly jumpMilliseconds: number;
}

const setup: OutboxSetup = JSON.parse(process.argv[2] ?? "{}");
let ahead = setup.aheadMilliseconds;
const Right = Date;
globalThis.Date = class extends Right {
  constructor(...given: []) {
    super(...((given.length === 0 ? [Right.now() + ahead] : given) as []));
  }
  static override now(): number {
    return Right.now() + ahead;
  }
} as DateConstructor;

const database = await openOneDatabase(setup);
const auth = createAuth(configOf(setup.dieAt > 0 ? dieAt(database, setup.dieAt) : database));
const ctx = contextOf(auth);

process.on("message", async ({ orders, workers, jumpMilliseconds }: OutboxJob) => {
  ahead += jumpMilliseconds;
  const placing = (async () => {
    for (const order of orders)
      await ctx?.transaction(async (tx) => {
        await tx.db.insert(orderModel, { order });
        const [owner] = order.split(":");
        await shipping.add(tx, { input: { order }, key: order, ...(order.includes(":") && owner && { owner }) });
      });
  })();
  const working = Array.from({ length: workers }, () => auth.api.work());
  await placing;
  await Promise.all(working);
  await auth.idle();
  process.send?.("done");
});
announceReady();
