import type { JoinColumns } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";
import { columnOf, type ModelPlan, partOf } from "../statement/plan.js";
import { countStatement, existsStatement, findStatement, listStatement, type Order } from "../statement/read.js";
import { type AnyRow, readRow } from "../statement/row.js";
import { type AnyWhere, readWhere } from "../statement/where.js";
import type { AdapterState } from "./adapter-state.js";
import type { Place } from "./place.js";

export interface FindOptions {
  readonly with?: Model;
}

export interface AnyListOptions extends FindOptions, JoinColumns<string, string> {
  readonly orderBy: string;
  readonly direction?: "ascending" | "descending";
  readonly limit: number;
  readonly cursor?: { readonly value: unknown; readonly id: string };
}

export async function find(
  state: AdapterState,
  place: Place,
  model: Model,
  where: AnyWhere,
  options?: FindOptions,
): Promise<AnyRow | null> {
  const plan = state.plan(model);
  const parent = options?.with ? tablePlan(state, options.with) : null;
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
  const plan = partOf(tablePlan(state, model), options.columns);
  const parent = options.with ? partOf(tablePlan(state, options.with), options.withColumns) : null;
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
  if (matchesNothing || order.limit === 0) return [];
  const { rows } = await place.run(statement, page);
  return rows.map((cells) => {
    const row = readRow(plan, cells);
    if (parent) row[parent.name] = readRow(parent, cells, plan.columns.length);
    return row;
  });
}

function readOrder(plan: ModelPlan, { orderBy, direction = "ascending", limit, cursor }: AnyListOptions): Order {
  const { facts, name } = columnOf(plan, orderBy);
  if (!Number.isSafeInteger(limit) || limit < 0) throw new Error(`A list of "${plan.name}" needs a limit.`);
  if (facts.kind === "json") throw new Error(`Rows of "${plan.name}" cannot be ordered by "${orderBy}".`);
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

export async function count(state: AdapterState, place: Place, model: Model, where: AnyWhere): Promise<number> {
  const plan = tablePlan(state, model);
  const { key, values, matchesNothing } = readWhere(plan, where);
  const statement = state.statement(`count ${plan.name} ${key}`, () => countStatement(state.dialect, plan, where));
  if (matchesNothing) return 0;
  const { rows } = await place.run(statement, values);
  return Number(rows[0]?.[0] ?? 0);
}

export async function exists(state: AdapterState, place: Place, model: Model, where: AnyWhere): Promise<boolean> {
  const plan = tablePlan(state, model);
  const { key, values, matchesNothing } = readWhere(plan, where);
  const statement = state.statement(`exists ${plan.name} ${key}`, () => existsStatement(state.dialect, plan, where));
  if (matchesNothing) return false;
  const { rows } = await place.run(statement, values);
  return rows.length > 0;
}

/** The plan of a model; throws for models of one-time rows. */
export function tablePlan(state: AdapterState, model: Model): ModelPlan {
  const plan = state.plan(model);
  if (plan.model.use === "one-time")
    throw new Error(`One-time rows of "${plan.name}" can only be inserted, found, consumed and removed.`);
  return plan;
}
