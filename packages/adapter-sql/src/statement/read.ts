import type { AnyListOptions, AnyWhere } from "@keyhold/core/adapter";
import type { Dialect } from "../dialect/dialect.js";
import { join, lit, nothing, raw, type Sql, sql } from "../sql/sql.js";
import { isUuid } from "../tables/uuid.js";
import { columnOf, type ModelPlan } from "./plan.js";
import type { Shown } from "./row.js";
import { type PreparedStatement, type Slots, statementOf } from "./statement.js";
import { type Query, queryOfRows, type Table } from "./table.js";
import { type Rows, reference, tableOf } from "./where.js";

/** Selects a row, with the referenced row if `shown` has a parent. */
export const findQuery = (table: Table, rows: Rows, shown: Shown): Query | null =>
  queryOfRows(table, `find ${shown.parent?.name ?? ""}`, rows, (matching) =>
    reading(table, sql`${joined(table, shown, matching())} limit ${lit(1)}`, resultColumns(shown)),
  );

/**
 * `SELECT … WHERE id = ? FOR UPDATE`, or of all rows matching `where`; without `isPatient` the query skips
 * rows that other transactions have locked.
 */
export function lockQuery(table: Table, rows: Rows, { isPatient = true } = {}): Query | null {
  const shown = { own: table.plan, parent: null };
  return queryOfRows(table, `lock ${isPatient}`, rows, (matching) => {
    const query = joined(table, shown, matching());
    return statementOf(table.dialect, sql`${query}${lock(table.dialect, isPatient)}`, resultColumns(shown), {
      isRead: false,
    });
  });
}

/** On SQLite the only writer has already locked the whole database. */
export function lock({ name }: Dialect, isPatient: boolean): Sql {
  if (name === "sqlite") return nothing;
  return raw(isPatient ? " for update" : " for update skip locked");
}

/** A page of rows in a total order: the id is the last sort column, unless values are unique. */
export function listQuery(table: Table, where: AnyWhere, options: AnyListOptions, shown: Shown): Query | null {
  const { dialect, plan } = table;
  const { limit, cursor } = options;
  const { name: column } = columnOf(plan, options.orderBy);
  const order = { column, isAscending: options.direction !== "descending", cursor: cursorKind(cursor) };
  const values = cursor ? cursorValues(plan, column, cursor) : [];
  const selected = `${options.columns ?? "*"} ${shown.parent?.name ?? ""} ${options.withColumns ?? "*"}`;
  const sorted = `${column} ${order.isAscending} ${order.cursor} ${dialect.hasLimitParameter ? "" : limit}`;
  const query = queryOfRows(
    table,
    `list ${selected} ${sorted}`,
    { where },
    (matching, slots) => {
      const page = ordered(table, where, order, { shown, matching: matching(), slots });
      const most = dialect.hasLimitParameter ? slots.next() : lit(limit);
      return reading(table, sql`${page} limit ${most}`, resultColumns(shown));
    },
    { after: dialect.hasLimitParameter ? [...values, limit] : values },
  );
  return limit === 0 || (cursor && !isPossibleCursor(plan, column, cursor)) ? null : query;
}

interface Order {
  readonly column: string;
  readonly isAscending: boolean;
  /** The value of the cursor: no cursor, null, or another value. */
  readonly cursor: "none" | "null" | "value";
}

type Cursor = NonNullable<AnyListOptions["cursor"]>;

/** PostgreSQL would reject a text that is no UUID; no row follows such a cursor. */
const isPossibleCursor = (plan: ModelPlan, column: string, { id, value }: Cursor): boolean =>
  (!columnOf(plan, "id").isUuid || isUuid(id)) && (!columnOf(plan, column).isUuid || value === null || isUuid(value));

function cursorKind(cursor: Cursor | undefined): Order["cursor"] {
  if (!cursor) return "none";
  return cursor.value === null ? "null" : "value";
}

function cursorValues(plan: ModelPlan, column: string, cursor: Cursor): unknown[] {
  const id = columnOf(plan, "id").encode(cursor.id);
  return cursor.value === null ? [id] : [columnOf(plan, column).encode(cursor.value), id];
}

interface Page {
  readonly shown: Shown;
  readonly matching: Sql[];
  readonly slots: Slots;
}

function ordered(table: Table, where: AnyWhere, order: Order, { shown, matching, slots }: Page): Sql {
  const { dialect, plan } = table;
  const { column, isAscending, cursor } = order;
  const { facts } = columnOf(plan, column);
  const by = dialect.ordered(reference(plan, column), plan.searched.has(column));
  // A condition on the column excludes nulls, unless the condition asks for null.
  const isOptional = facts.isOptional && (where[column] ?? null) === null;
  // Of several bounds of one column SQLite uses the first for its lookup: the cursor's is the closest to the page.
  if (cursor !== "none") matching.unshift(beyond(table, order, { by, isOptional, slots }));

  const direction = raw(isAscending ? "asc" : "desc");
  const orders: Sql[] = [];
  // Nulls come first in ascending order; PostgreSQL's default is the opposite.
  if (isOptional) orders.push(sql`${by} is null ${raw(isAscending ? "desc" : "asc")}`);
  orders.push(sql`${by} ${direction}`);
  const isTotal = column === "id" || (facts.isUnique && !isOptional);
  if (!isTotal) orders.push(sql`${reference(plan, "id")} ${direction}`);
  return sql`${joined(table, shown, matching)} order by ${join(orders)}`;
}

interface Ordered {
  readonly by: Sql;
  readonly isOptional: boolean;
  readonly slots: Slots;
}

/** Matches rows after the cursor. The slots are the cursor's value, unless null, and the cursor's id. */
function beyond(
  { dialect, plan }: Table,
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

export const countQuery = (table: Table, where: AnyWhere): Query | null =>
  queryOfRows(table, "count", { where }, (matching) => {
    const counted = sql`select ${sql`count(*)`.as("count")} from ${tableOf(table.plan)}`;
    return reading(table, sql`${counted} where ${all(matching())}`, ["count"]);
  });

export const existsQuery = (table: Table, where: AnyWhere): Query | null =>
  queryOfRows(table, "exists", { where }, (matching) => {
    const found = sql`select ${lit(1).as("one")} from ${tableOf(table.plan)} where ${all(matching())}`;
    return reading(table, sql`${found} limit ${lit(1)}`, ["one"]);
  });

/** `SELECT` of the milliseconds since 1970 by the database's clock. */
export const nowQuery = (dialect: Dialect): Query => ({
  prepared: reading({ dialect }, sql`select ${dialect.currentMilliseconds.as("now")}`, ["now"]),
  parameters: [],
});

const reading = ({ dialect }: Pick<Table, "dialect">, query: Sql, columns: readonly string[]): PreparedStatement =>
  statementOf(dialect, query, columns, { isRead: true });

function joined({ dialect, plan }: Table, shown: Shown, matching: readonly Sql[]): Sql {
  const { own, parent } = shown;
  const table = tableOf(plan);
  const names = resultColumns(shown);
  const selected = selections(dialect, own, names);
  if (!parent) return sql`select ${join(selected)} from ${table} where ${all(matching)}`;
  selected.push(...selections(dialect, parent, names.slice(own.columns.length)));
  const on = sql`${reference(parent, "id")} = ${reference(plan, referenceTo(plan, parent))}`;
  return sql`select ${join(selected)} from ${table} inner join ${tableOf(parent)} on ${on} where ${all(matching)}`;
}

/** The selected expressions of a model, each with a name in the result. */
export function selections(dialect: Dialect, plan: ModelPlan, names: readonly string[]): Sql[] {
  return plan.columns.map(({ name, facts }, index) =>
    dialect.selected(reference(plan, name), facts).as(names[index] ?? name),
  );
}

/** The names of a result's columns; columns of a joined row have the model's name as a prefix. */
export function resultColumns({ own, parent }: Shown): readonly string[] {
  const names = own.columns.map(({ name }) => name);
  return parent ? [...names, ...parent.columns.map(({ name }) => `${parent.name}.${name}`)] : names;
}

/** The column of `plan` with ids of `parent`. */
function referenceTo(plan: ModelPlan, parent: ModelPlan): string {
  const column = [...plan.byName.values()].find(({ facts }) => facts.references === parent.name);
  if (!column) throw new Error(`"${plan.name}" has no column that references "${parent.name}".`);
  return column.name;
}

/** The conjunction of conditions; matches every row if the list is empty. */
export const all = (matching: readonly Sql[]): Sql => (matching.length === 0 ? sql`1 = 1` : join(matching, " and "));
