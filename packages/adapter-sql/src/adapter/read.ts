import type { AnyFindOptions, AnyListOptions, AnyRow, AnyWhere, ReadOptions } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";
import { columnOf, type ModelPlan, partOf } from "../statement/plan.js";
import { countStatement, existsStatement, findStatement, listStatement, type Order } from "../statement/read.js";
import { readRow } from "../statement/row.js";
import { readWhere } from "../statement/where.js";
import { isUuid } from "../tables/uuid.js";
import type { AdapterState } from "./adapter-state.js";
import type { Place } from "./place.js";

export async function find(
  state: AdapterState,
  place: Place,
  model: Model,
  where: AnyWhere,
  options?: AnyFindOptions,
): Promise<AnyRow | null> {
  const plan = state.plan(model);
  const parent = options?.with ? state.plan(options.with) : null;
  const { key, values, matchesNothing } = readWhere(plan, where);
  const statement = state.statement(`find ${plan.name} ${parent ? parent.name : ""} ${key}`, () =>
    findStatement(state.dialect, plan, where, parent),
  );
  if (matchesNothing) return null;
  const answer = place.run(statement, values);
  // Saves a promise for databases with synchronous answers: every request runs this.
  const { rows } = answer instanceof Promise ? await answer : answer;
  const cells = rows[0];
  if (!cells) return null;
  const row = readRow(plan, cells);
  if (parent) row[parent.name] = readRow(parent, cells, plan.columns.length);
  return row;
}

export async function list(
  state: AdapterState,
  place: Place,
  model: Model,
  where: AnyWhere,
  options: AnyListOptions,
): Promise<AnyRow[]> {
  const plan = partOf(state.plan(model), options.columns);
  const parent = options.with ? partOf(state.plan(options.with), options.withColumns) : null;
  const { key, values, matchesNothing } = readWhere(plan, where);
  const order = readOrder(plan, options);
  const page = [...values, ...cursorValues(plan, options)];
  if (state.dialect.hasLimitParameter) page.push(order.limit);

  const limit = state.dialect.hasLimitParameter ? "" : order.limit;
  const orderKey = `${order.column} ${order.isAscending} ${order.cursor} ${limit}`;
  const columnsKey = `${options.columns ?? "*"} ${options.withColumns ?? "*"}`;
  const statement = state.statement(
    `list ${plan.name} ${parent ? parent.name : ""} ${columnsKey} ${key} ${orderKey}`,
    () => listStatement(state.dialect, plan, where, parent, order),
  );
  if (matchesNothing || order.limit === 0 || !isPossibleCursor(plan, options)) return [];
  const { rows } = await runnerFor(place, options)(statement, page);
  return rows.map((cells) => {
    const row = readRow(plan, cells);
    if (parent) row[parent.name] = readRow(parent, cells, plan.columns.length);
    return row;
  });
}

/** Of the replica if the read may show an old state, and there is a replica. */
const runnerFor = ({ run, runOnReplica }: Place, { mayLag }: ReadOptions): Place["run"] =>
  (mayLag && runOnReplica) || run;

/** PostgreSQL would reject a text that is no UUID; no row follows such a cursor. */
const isPossibleCursor = (plan: ModelPlan, { orderBy, cursor }: AnyListOptions): boolean =>
  !cursor ||
  ((!columnOf(plan, "id").isUuid || isUuid(cursor.id)) &&
    (!columnOf(plan, orderBy).isUuid || cursor.value === null || isUuid(cursor.value)));

function readOrder(plan: ModelPlan, { orderBy, direction = "ascending", limit, cursor }: AnyListOptions): Order {
  const { name } = columnOf(plan, orderBy);
  return { column: name, isAscending: direction === "ascending", cursor: cursorKind(cursor), limit };
}

function cursorKind(cursor: AnyListOptions["cursor"]): Order["cursor"] {
  if (!cursor) return "none";
  return cursor.value === null ? "null" : "value";
}

function cursorValues(plan: ModelPlan, { orderBy, cursor }: AnyListOptions): unknown[] {
  if (!cursor) return [];
  const id = columnOf(plan, "id").encode(cursor.id);
  return cursor.value === null ? [id] : [columnOf(plan, orderBy).encode(cursor.value), id];
}

export async function count(
  state: AdapterState,
  place: Place,
  model: Model,
  where: AnyWhere,
  options: ReadOptions = {},
): Promise<number> {
  const plan = state.plan(model);
  const { key, values, matchesNothing } = readWhere(plan, where);
  const statement = state.statement(`count ${plan.name} ${key}`, () => countStatement(state.dialect, plan, where));
  if (matchesNothing) return 0;
  const { rows } = await runnerFor(place, options)(statement, values);
  return Number(rows[0]?.[0] ?? 0);
}

export async function exists(state: AdapterState, place: Place, model: Model, where: AnyWhere): Promise<boolean> {
  const plan = state.plan(model);
  const { key, values, matchesNothing } = readWhere(plan, where);
  const statement = state.statement(`exists ${plan.name} ${key}`, () => existsStatement(state.dialect, plan, where));
  if (matchesNothing) return false;
  const { rows } = await place.run(statement, values);
  return rows.length > 0;
}
