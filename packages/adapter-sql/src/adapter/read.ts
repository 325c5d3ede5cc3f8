import type { AnyFindOptions, AnyListOptions, AnyRow, AnyWhere, ReadOptions } from "@keyhold/core/adapter";
import { partOf } from "../statement/plan.js";
import { countQuery, existsQuery, findQuery, listQuery } from "../statement/read.js";
import { readShown } from "../statement/row.js";
import type { Place, Scope } from "./place.js";

export async function find(
  { state, place, table }: Scope,
  where: AnyWhere,
  options?: AnyFindOptions,
): Promise<AnyRow | null> {
  const shown = { own: table.plan, parent: options?.with ? state.table(options.with).plan : null };
  const query = findQuery(table, { where }, shown);
  if (!query) return null;
  const answer = place.run(query);
  // Saves a promise for databases with synchronous answers: every request runs this.
  const { rows } = answer instanceof Promise ? await answer : answer;
  return rows[0] ? readShown(shown, rows[0]) : null;
}

export async function list(
  { state, place, table }: Scope,
  where: AnyWhere,
  options: AnyListOptions,
): Promise<AnyRow[]> {
  const shown = {
    own: partOf(table.plan, options.columns),
    parent: options.with ? partOf(state.table(options.with).plan, options.withColumns) : null,
  };
  const query = listQuery(table, where, options, shown);
  if (!query) return [];
  const { rows } = await runnerFor(place, options)(query);
  return rows.map((cells) => readShown(shown, cells));
}

/** Of the replica if the read may show an old state, and there is a replica. */
const runnerFor = ({ run, runOnReplica }: Place, { mayLag }: ReadOptions): Place["run"] =>
  (mayLag && runOnReplica) || run;

export async function count({ place, table }: Scope, where: AnyWhere, options: ReadOptions = {}): Promise<number> {
  const query = countQuery(table, where);
  if (!query) return 0;
  const { rows } = await runnerFor(place, options)(query);
  return Number(rows[0]?.[0] ?? 0);
}

export async function exists({ place, table }: Scope, where: AnyWhere): Promise<boolean> {
  const query = existsQuery(table, where);
  if (!query) return false;
  const { rows } = await place.run(query);
  return rows.length > 0;
}
