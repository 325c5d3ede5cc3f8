import type { Answer, Result } from "../driver/driver.js";
import type { PreparedStatement } from "../statement/statement.js";

/** The scope of a verb: the database, or one transaction. */
export interface Place {
  /** Whether the scope is a transaction, which an error ends on PostgreSQL. */
  readonly isInTransaction: boolean;
  run(statement: PreparedStatement, values: readonly unknown[]): Answer<Result>;
  /** The same on a read replica. Absent: there is none, or the place is a transaction. */
  readonly runOnReplica?: Place["run"];
  /** Runs all statements of `work` in one transaction. */
  together<T>(work: (place: Place) => Promise<T>): Promise<T>;
}
