import type { Answer, Result } from "../driver/driver.js";
import type { ModelPlan } from "../statement/plan.js";
import type { AnyRow } from "../statement/row.js";
import type { PreparedStatement } from "../statement/statement.js";

/** The parent of a child to write, as named by a caller. */
export interface Parent {
  readonly id: string;
}

/** The scope of a verb: the database, or one transaction. */
export interface Place {
  run(statement: PreparedStatement, values: readonly unknown[]): Answer<Result>;
  /** Runs all statements of `work` in one transaction. */
  together<T>(work: (place: Place) => Promise<T>): Promise<T>;
  /** The id of a child's parent if this transaction has locked it; null for models without a parent. */
  parentId(plan: ModelPlan, parent: Parent | undefined): string | null;
  /** Records a lock of this transaction on the row. */
  lock(plan: ModelPlan, row: AnyRow): void;
}
