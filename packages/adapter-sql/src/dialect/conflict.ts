import { Conflict } from "@keyhold/core/plugin";
import type { ColumnPlan, ModelPlan } from "../statement/plan.js";

/** The conflict for the unique columns in an index's name, e.g. `account_providerId_accountId_key`. */
export function conflictByIndexName(plan: ModelPlan, indexName: string): Conflict {
  if (/primary$|_pkey$/i.test(indexName)) return new Conflict(plan.name, "id");
  const name = indexName.toLowerCase();
  const spelled = plan.uniques
    .filter((columns) => columns.every(({ sqlName }) => name.includes(sqlName.toLowerCase())))
    .toSorted((left, right) => spelling(right).length - spelling(left).length);
  // The id is random and therefore last: an unrecognized index is more likely another index.
  const [columns = plan.uniques[1]] = spelled.filter(([first]) => first?.name !== "id");
  return new Conflict(plan.name, columns?.[0]?.name ?? "id");
}

const spelling = (columns: readonly ColumnPlan[]): string => columns.map(({ sqlName }) => sqlName).join();

/** The conflict for columns named by the database: the first of them in the order of the model. */
export function conflictOver(plan: ModelPlan, sqlNames: readonly string[]): Conflict {
  const declared = plan.uniques.find(
    (unique) => unique.length === sqlNames.length && unique.every(({ sqlName }) => sqlNames.includes(sqlName)),
  );
  const first = plan.columns.find(({ sqlName }) => sqlName === sqlNames[0]);
  return new Conflict(plan.name, declared?.[0]?.name ?? first?.name ?? "id");
}
