import type { Answer, Result } from "../driver/driver.js";
import type { Query, Table } from "../statement/table.js";
import type { AdapterState } from "./adapter-state.js";

/** Where statements run: the database, or a transaction. */
export interface Place {
  /** Whether the place is a transaction, which an error ends on PostgreSQL. */
  readonly isInTransaction: boolean;
  run(query: Query): Answer<Result>;
  /** Runs a statement on a read replica. Absent without a replica, and in a transaction. */
  readonly runOnReplica?: Place["run"];
  /** Runs all statements of `work` in a transaction. */
  together<T>(work: (place: Place) => Promise<T>): Promise<T>;
}

/** The scope of a call of a verb. */
export interface Scope {
  readonly state: AdapterState;
  readonly place: Place;
  readonly table: Table;
}

/** Runs all statements of `work` in a new transaction, or in the transaction of the scope. */
export const together = <T>(scope: Scope, work: (scope: Scope) => Promise<T>): Promise<T> =>
  scope.place.together((place) => work({ ...scope, place }));
