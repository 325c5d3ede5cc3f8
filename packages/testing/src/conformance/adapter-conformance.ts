import type { Adapter, Schema } from "@keyhold/core/adapter";
import { afterAll, beforeAll, describe } from "vitest";
import type { Bench } from "./bench.js";
import { describeClearing, describeClearingRaces, describeClearingWithDependants } from "./clearing.js";
import {
  describeDateColumns,
  describeNumberColumns,
  describeRejectedRows,
  describeRows,
  describeTextColumns,
} from "./columns.js";
import { describeConflicts, describeFreeValues, describeReferences } from "./conflict.js";
import {
  describeConflictInTransaction,
  describeEndedTransactions,
  describeLateVerbs,
} from "./conflict-in-transaction.js";
import { describeDeadlocks } from "./deadlock.js";
import { describeList, describeListEdges } from "./list.js";
import { describeLock, describeLockRaces, describeNotLocked } from "./lock.js";
import { describeLockReturn, describeLocks, describeRemovalRaces } from "./lock-races.js";
import { describeOtherParents, describeTransactionOn, describeUnlocked } from "./locked.js";
import { conformanceSchema } from "./models.js";
import { describePrefix, describePrefixPages, describeRejectedPrefixes } from "./prefix.js";
import {
  describeCounterRaces,
  describeLockedRaces,
  describeOwnerRaces,
  describeUniqueRaces,
  describeVerbRaces,
} from "./races.js";
import { describeClock, describeRemovingSome, describeRemovingSomeRaces } from "./remove-some.js";
import {
  describeBrokenTransactions,
  describeRollback,
  describeTransactions,
  describeVisibility,
  describeWaiting,
} from "./transaction.js";
import {
  describeJoinedLists,
  describeJoins,
  describeReading,
  describeRemoving,
  describeTransition,
  describeUpdate,
} from "./verbs.js";
import {
  describeEquality,
  describeOperators,
  describeOrderOperators,
  describeRejectedConditions,
  describeTextEquality,
} from "./where.js";

/** Makes an adapter over an empty database with the tables of `schema`, and a function that closes it. */
export type MakeAdapter = (schema: Schema) => Promise<{ adapter: Adapter; close(): Promise<void> }>;

/** The options of `adapterConformance`. */
export interface AdapterConformanceOptions {
  /** How often each race runs: 5 is enough if callers run in turn, 50 if they run in parallel. */
  readonly rounds?: number;
  /** The time in which work that waits for a lock must end. */
  readonly timeoutMilliseconds?: number;
}

const parts: readonly ((bench: Bench) => void)[] = [
  describeTextColumns,
  describeDateColumns,
  describeNumberColumns,
  describeRows,
  describeRejectedRows,
  describeEquality,
  describeTextEquality,
  describeOperators,
  describeOrderOperators,
  describeRejectedConditions,
  describePrefix,
  describePrefixPages,
  describeRejectedPrefixes,
  describeReading,
  describeList,
  describeListEdges,
  describeJoins,
  describeJoinedLists,
  describeUpdate,
  describeTransition,
  describeRemoving,
  describeRemovingSome,
  describeClock,
  describeClearing,
  describeClearingWithDependants,
  describeConflicts,
  describeFreeValues,
  describeReferences,
  describeTransactions,
  describeBrokenTransactions,
  describeRollback,
  describeConflictInTransaction,
  describeEndedTransactions,
  describeLateVerbs,
  describeVisibility,
  describeWaiting,
  describeTransactionOn,
  describeUnlocked,
  describeOtherParents,
  describeLock,
  describeNotLocked,
  describeVerbRaces,
  describeUniqueRaces,
  describeCounterRaces,
  describeLockedRaces,
  describeOwnerRaces,
  describeLockRaces,
  describeRemovalRaces,
  describeRemovingSomeRaces,
  describeClearingRaces,
  describeLocks,
  describeLockReturn,
  describeDeadlocks,
];

/**
 * The contract of the `Adapter` port, as tests for vitest. Call it in a test file of each adapter.
 *
 * @example adapterConformance("memory", async (schema) => ({ adapter: memory().connect(schema), close: async () => undefined }));
 */
export function adapterConformance(name: string, make: MakeAdapter, options: AdapterConformanceOptions = {}): void {
  const { rounds = 5, timeoutMilliseconds = 20_000 } = options;
  let made: Awaited<ReturnType<MakeAdapter>> | undefined;

  const bench: Bench = {
    get db() {
      if (!made) throw new Error("The adapter under test was not made.");
      return made.adapter;
    },
    rounds,
    timeoutMilliseconds,
  };

  describe(`the adapter ${name}`, () => {
    beforeAll(async () => {
      made = await make(conformanceSchema());
    });
    afterAll(async () => made?.close());
    for (const part of parts) part(bench);
  });
}
