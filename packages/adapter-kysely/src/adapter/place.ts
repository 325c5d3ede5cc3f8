import type { Answer, Result } from "../driver/driver.js";
import type { ModelPlan } from "../statement/plan.js";
import type { AnyRow } from "../statement/row.js";
import type { PreparedStatement } from "../statement/statement.js";

/** What a caller names as the parent of the child that it writes. */
export interface Parent {
  readonly id: string;
}

/** Where verbs run: on the database at large, or inside one transaction. */
export interface Place {
  run(statement: PreparedStatement, values: readonly unknown[]): Answer<Result>;
  /** All statements of `work` in one transaction. */
  together<T>(work: (place: Place) => Promise<T>): Promise<T>;
  /** The id of the parent under which a child is written, if this transaction holds it; null for what is no child. */
  parentId(plan: ModelPlan, parent: Parent | undefined): string | null;
  /** From now on this transaction holds the row. */
  lock(plan: ModelPlan, row: AnyRow): void;
}
