import type { Adapter, Schema } from "@keyhold/core/adapter";
import { afterAll, beforeAll, describe } from "vitest";
import type { Bench } from "./bench.js";
import { conformanceSchema } from "./models.js";
import { conformanceParts } from "./parts.js";

/** The timeouts that the suite requests of an adapter. */
export interface ConformanceWaits {
  /**
   * The option `maxWaitMilliseconds` of the adapter. Half a minute for most tests, so that no test fails because the
   * machine is busy, and a part of a second for the test that ends by the timeout.
   */
  readonly maxWaitMilliseconds: number;
}

/**
 * Makes an adapter over an empty database with the tables of `schema`, and a function that closes the adapter. With the
 * parameter `waits` the suite makes a second adapter for the test that ends by a timeout; without `waits` that test has
 * the first adapter.
 */
export type MakeAdapter = (
  schema: Schema,
  waits: ConformanceWaits,
) => Promise<{ adapter: Adapter; close(): Promise<void> }>;

/** The options of `adapterConformance`. */
export interface AdapterConformanceOptions {
  /**
   * "all": every rule of the port, for an adapter with its own store. "driver": values, rows, errors, transactions,
   * locks and races, for a driver of `sqlDatabase`, whose statements are tested with the engine. Default "all".
   */
  readonly parts?: "all" | "driver";
  /** How often each race runs: 5 is enough if callers run in turn, 50 if they run in parallel. */
  readonly rounds?: number;
  /** The time in which work that waits for a lock must end. Default 60,000. */
  readonly timeoutMilliseconds?: number;
}

const patient: ConformanceWaits = { maxWaitMilliseconds: 30_000 };
const impatient: ConformanceWaits = { maxWaitMilliseconds: 300 };

/**
 * The contract of the `Adapter` port, as tests for vitest. Call the function in a test file of each adapter.
 *
 * @example adapterConformance("memory", async (schema) => ({ adapter: memory().connect(schema), close: async () => undefined }));
 * @example adapterConformance("one connection", makeOneConnection, { parts: "driver" });
 */
export function adapterConformance(name: string, make: MakeAdapter, options: AdapterConformanceOptions = {}): void {
  const { parts = "all", rounds = 5, timeoutMilliseconds = 60_000 } = options;
  let made: Awaited<ReturnType<MakeAdapter>> | undefined;

  const bench: Bench = {
    get db() {
      if (!made) throw new Error("The adapter under test was not made.");
      return made.adapter;
    },
    rounds,
    timeoutMilliseconds,
    async withShortWaits(work) {
      if (make.length < 2) return work(bench.db);
      const { adapter, close } = await make(conformanceSchema(), impatient);
      try {
        await work(adapter);
      } finally {
        await close();
      }
    },
  };

  describe(`the adapter ${name}`, () => {
    beforeAll(async () => {
      made = await make(conformanceSchema(), patient);
    });
    afterAll(async () => made?.close());
    for (const part of conformanceParts[parts]) part(bench);
  });
}
