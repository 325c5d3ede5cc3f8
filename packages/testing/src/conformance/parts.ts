import type { Bench } from "./bench.js";
import { describeClearing, describeClearingRaces, describeClearingWithDependants } from "./clearing.js";
import { describeConflicts, describeFreeValues, describeMissingReferences, describeReferences } from "./conflict.js";
import {
  describeConflictInTransaction,
  describeEndedTransactions,
  describeFailedVerbs,
  describeLateVerbs,
} from "./conflict-in-transaction.js";
import { describeDeadlocks } from "./deadlock.js";
import { describeInsertingMany, describeInsertingManyRules } from "./insert-many.js";
import { describeList, describeListEdges } from "./list.js";
import { describeLock, describeLockRaces, describeNotLocked } from "./lock.js";
import { describeLockReturn, describeLocks, describeRemovalRaces } from "./lock-races.js";
import { describeOtherParents, describeTransactionOn, describeUnlocked } from "./locked.js";
import { describePrefix, describePrefixPages, describeRejectedPrefixes } from "./prefix.js";
import {
  describeCounterRaces,
  describeLockedRaces,
  describeOwnerRaces,
  describeUniqueRaces,
  describeVerbRaces,
} from "./races.js";
import {
  describeClock,
  describeRemovingSome,
  describeRemovingSomeRaces,
  describeRemovingSomeRules,
} from "./remove-some.js";
import {
  describeAddedColumns,
  describeNewRows,
  describeRejectedRows,
  describeSqlWords,
  describeStoredRows,
} from "./rows.js";
import {
  describeBrokenTransactions,
  describeRollback,
  describeTransactions,
  describeVisibility,
  describeWaiting,
} from "./transaction.js";
import { describeDateValues, describeNumberValues, describeTextValues, describeValueRules } from "./values.js";
import {
  describeConsuming,
  describeJoinedLists,
  describeJoins,
  describeReading,
  describeRejectedUpdates,
  describeRemoving,
  describeTransition,
  describeUpdate,
} from "./verbs.js";
import {
  describeEquality,
  describeEqualValues,
  describeOperators,
  describeOrderOperators,
  describeRejectedConditions,
  describeTextEquality,
} from "./where.js";

type Part = (bench: Bench) => void;

/** What a driver can get wrong: values, rows, numbers of written rows, errors, transactions, locks, waits. */
const driver: readonly Part[] = [
  describeTextValues,
  describeDateValues,
  describeNumberValues,
  describeStoredRows,
  describeSqlWords,
  describeInsertingMany,
  describeEqualValues,
  describeJoins,
  describeUpdate,
  describeRemoving,
  describeRemovingSome,
  describeClock,
  describeConflicts,
  describeMissingReferences,
  describeTransactions,
  describeBrokenTransactions,
  describeEndedTransactions,
  describeFailedVerbs,
  describeVerbRaces,
  describeUniqueRaces,
  describeCounterRaces,
  describeLockedRaces,
  describeLockRaces,
  describeLocks,
  describeLockReturn,
  // By now a pool has opened all connections.
  describeVisibility,
  describeWaiting,
  describeDeadlocks,
];

/** The rules of the port and the statements: equal with every driver of an engine. */
const rules: readonly Part[] = [
  describeValueRules,
  describeNewRows,
  describeInsertingManyRules,
  describeRejectedRows,
  describeAddedColumns,
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
  describeJoinedLists,
  describeRejectedUpdates,
  describeTransition,
  describeConsuming,
  describeRemovingSomeRules,
  describeClearing,
  describeClearingWithDependants,
  describeFreeValues,
  describeReferences,
  describeRollback,
  describeConflictInTransaction,
  describeLateVerbs,
  describeTransactionOn,
  describeUnlocked,
  describeOtherParents,
  describeLock,
  describeNotLocked,
  describeOwnerRaces,
  describeRemovalRaces,
  describeRemovingSomeRaces,
  describeClearingRaces,
];

/** The parts of the suite, by the option `parts`. */
export const conformanceParts: Readonly<Record<"all" | "driver", readonly Part[]>> = {
  all: [...rules, ...driver],
  driver,
};
