import type { AnyWhere } from "@keyhold/core/adapter";
import type { Dialect } from "../dialect/dialect.js";
import { join, lit, nothing, raw, type Sql, sql } from "../sql/sql.js";
import { columnOf, type ModelPlan } from "./plan.js";
import { createSlots, type PreparedStatement, type Slots, statementOf } from "./statement.js";
import { conditions, reference, tableOf } from "./where.js";

export interface Order {
  readonly column: string;
  readonly isAscending: boolean;
  /** The value of the cursor: no cursor, null, or another value. */
  readonly cursor: "none" | "null" | "value";
  readonly limit: number;
}

/** Selects one row, with the row it references if `parent` is given. */
export function findStatement(
  dialect: Dialect,
  plan: ModelPlan,
  where: AnyWhere,
  parent: ModelPlan | null,
): PreparedStatement {
  const query = joined(dialect, plan, parent, conditions(dialect, plan, where, createSlots()));
  return statementOf(dialect, sql`${query} limit ${lit(1)}`, resultColumns(plan, parent), { isRead: true });
}

/**
 * `SELECT … WHERE id = ? FOR UPDATE`, or of all rows matching `where`; without `isPatient` it skips rows locked by
 * others.
 */
export function lockStatement(
  dialect: Dialect,
  plan: ModelPlan,
  where: AnyWhere,
  { isUnder = false, isPatient = true }: { readonly isUnder?: boolean; readonly isPatient?: boolean } = {},
): PreparedStatement {
  const query = joined(dialect, plan, null, conditions(dialect, plan, where, createSlots(), isUnder));
  return statementOf(dialect, sql`${query}${lock(dialect, isPatient)}`, resultColumns(plan, null), { isRead: false });
}

/** On SQLite the only writer has already locked the whole database. */
export function lock({ name }: Dialect, isPatient: boolean): Sql {
  if (name === "sqlite") return nothing;
  return raw(isPatient ? " for update" : " for update skip locked");
}

/** A page of rows in a total order: it ends with the id, unless values are unique. */
export function listStatement(
  dialect: Dialect,
  plan: ModelPlan,
  where: AnyWhere,
  parent: ModelPlan | null,
  order: Order,
): PreparedStatement {
  const slots = createSlots();
  const matching = conditions(dialect, plan, where, slots);
  const { facts } = columnOf(plan, order.column);
  const by = dialect.ordered(reference(plan, order.column), plan.searched.has(order.column));
  // A condition on the column excludes nulls, unless it asks for null.
  const isOptional = facts.isOptional && (where[order.column] ?? null) === null;
  const id = reference(plan, "id");
  // Of several bounds of one column SQLite uses the first for its lookup: the cursor's is the closest to the page.
  if (order.cursor !== "none") matching.unshift(beyond(dialect, plan, order, { by, isOptional, slots }));

  const direction = raw(order.isAscending ? "asc" : "desc");
  const orders: Sql[] = [];
  // Nulls come first in ascending order; PostgreSQL's default is the opposite.
  if (isOptional) orders.push(sql`${by} is null ${raw(order.isAscending ? "desc" : "asc")}`);
  orders.push(sql`${by} ${direction}`);
  const isTotal = order.column === "id" || (facts.isUnique && !isOptional);
  if (!isTotal) orders.push(sql`${id} ${direction}`);
  const query = sql`${joined(dialect, plan, parent, matching)} order by ${join(orders)}`;
  const limit = dialect.hasLimitParameter ? slots.next() : lit(order.limit);
  return statementOf(dialect, sql`${query} limit ${limit}`, resultColumns(plan, parent), { isRead: true });
}

interface Ordered {
  readonly by: Sql;
  readonly isOptional: boolean;
  readonly slots: Slots;
}

/** Matches rows after the cursor. Its slots are the cursor's value, unless it is null, and the cursor's id. */
function beyond(
  dialect: Dialect,
  plan: ModelPlan,
  { column, cursor, isAscending }: Order,
  { by, isOptional, slots }: Ordered,
): Sql {
  const id = reference(plan, "id");
  const sign = raw(isAscending ? ">" : "<");
  if (cursor === "null") {
    const later = sql`${by} is null and ${id} ${sign} ${slots.next()}`;
    return isAscending ? sql`(${by} is not null or ${later})` : later;
  }
  const [given, lastId] = [slots.next(), slots.next()];
  const { facts } = columnOf(plan, column);
  const value = dialect.atCursor({ column, facts, value: given, id: lastId }, plan);
  const later =
    dialect.name === "mysql"
      ? sql`(${by} ${sign} ${value} or (${by} = ${value} and ${id} ${sign} ${lastId}))`
      : sql`(${by}, ${id}) ${sign} (${value}, ${lastId})`;
  return isOptional && !isAscending ? sql`(${later} or ${by} is null)` : later;
}

export function countStatement(dialect: Dialect, plan: ModelPlan, where: AnyWhere): PreparedStatement {
  const query = sql`select ${sql`count(*)`.as("count")} from ${tableOf(plan)}`;
  return statementOf(dialect, sql`${query} where ${matchingAll(dialect, plan, where)}`, ["count"], { isRead: true });
}

export function existsStatement(dialect: Dialect, plan: ModelPlan, where: AnyWhere): PreparedStatement {
  const query = sql`select ${lit(1).as("one")} from ${tableOf(plan)} where ${matchingAll(dialect, plan, where)}`;
  return statementOf(dialect, sql`${query} limit ${lit(1)}`, ["one"], { isRead: true });
}

const matchingAll = (dialect: Dialect, plan: ModelPlan, where: AnyWhere): Sql =>
  all(conditions(dialect, plan, where, createSlots()));

/** `SELECT` of the milliseconds since 1970 by the database's clock. */
export const nowStatement = (dialect: Dialect): PreparedStatement =>
  statementOf(dialect, sql`select ${dialect.currentMilliseconds.as("now")}`, ["now"], { isRead: true });

function joined(dialect: Dialect, plan: ModelPlan, parent: ModelPlan | null, matching: readonly Sql[]): Sql {
  const table = tableOf(plan);
  const names = resultColumns(plan, parent);
  const own = selections(dialect, plan, names);
  if (!parent) return sql`select ${join(own)} from ${table} where ${all(matching)}`;
  const selected = [...own, ...selections(dialect, parent, names.slice(plan.columns.length))];
  const on = sql`${reference(parent, "id")} = ${reference(plan, referenceTo(plan, parent))}`;
  return sql`select ${join(selected)} from ${table} inner join ${tableOf(parent)} on ${on} where ${all(matching)}`;
}

/** The selected expressions of a model, each with its name in the result. */
export function selections(dialect: Dialect, plan: ModelPlan, names: readonly string[]): Sql[] {
  return plan.columns.map(({ name, facts }, index) =>
    dialect.selected(reference(plan, name), facts).as(names[index] ?? name),
  );
}

/** The names of a result's columns; those of a joined row have its model's name as a prefix. */
export function resultColumns(plan: ModelPlan, parent: ModelPlan | null): readonly string[] {
  const own = plan.columns.map(({ name }) => name);
  return parent ? [...own, ...parent.columns.map(({ name }) => `${parent.name}.${name}`)] : own;
}

/** The column of `plan` with ids of `parent`. */
function referenceTo(plan: ModelPlan, parent: ModelPlan): string {
  const column = [...plan.byName.values()].find(({ facts }) => facts.references === parent.name);
  if (!column) throw new Error(`"${plan.name}" has no column that references "${parent.name}".`);
  return column.name;
}

/** The conjunction of conditions; matches every row if the list is empty. */
export const all = (matching: readonly Sql[]): Sql => (matching.length === 0 ? sql`1 = 1` : join(matching, " and "));
