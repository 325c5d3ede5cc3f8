import { Conflict } from "@keyhold/core/plugin";
import type { ModelPlan } from "../statement/plan.js";

/** The conflict for the unique columns in an index's name, e.g. `account_providerId_accountId_key`. */
export function conflictByIndexName(plan: ModelPlan, indexName: string): Conflict {
  if (/primary$|_pkey$/i.test(indexName)) return new Conflict(plan.name, "id");
  const name = indexName.toLowerCase();
  const spelled = plan.uniques
    .filter((columns) => columns.every((column) => name.includes(column.toLowerCase())))
    .toSorted((left, right) => right.join().length - left.join().length);
  // The id is random and therefore last: an unrecognized index is more likely another one.
  const [columns = plan.uniques[1] ?? ["id"]] = spelled.filter((candidate) => candidate[0] !== "id");
  return conflictOver(plan, columns);
}

/** The conflict for columns named by the database: the first of them in the order of the model. */
export function conflictOver(plan: ModelPlan, columns: readonly string[]): Conflict {
  const declared = plan.uniques.find(
    (unique) => unique.length === columns.length && unique.every((column) => columns.includes(column)),
  );
  return new Conflict(plan.name, declared?.[0] ?? columns[0] ?? "id");
}
