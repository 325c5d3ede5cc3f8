import { type Expression, type SqlBool, sql } from "kysely";
import type { Dialect } from "../dialect/dialect.js";
import { columnOf, type ModelPlan } from "./plan.js";
import { createSlots, type Shape, type Slots, shapeOf } from "./statement.js";
import { type AnyWhere, conditions, reference } from "./where.js";

export interface Order {
  readonly column: string;
  readonly isAscending: boolean;
  /** The value that the page before ended with: none, null, or another. */
  readonly cursor: "none" | "null" | "value";
  readonly limit: number;
}

/** One row, and the row that it references when `parent` is given. */
export function findShape(dialect: Dialect, plan: ModelPlan, where: AnyWhere, parent: ModelPlan | null): Shape {
  const query = joined(dialect, plan, parent, conditions(dialect, plan, where, createSlots())).limit(sql.lit(1));
  return shapeOf(query.compile(), resultColumns(plan, parent), { isRead: true });
}

/** `SELECT … WHERE id = ? FOR UPDATE`, or of all rows that `where` matches; those of others are left out by the impatient. */
export function lockShape(
  dialect: Dialect,
  plan: ModelPlan,
  where: AnyWhere,
  { isUnder = false, isPatient = true }: { readonly isUnder?: boolean; readonly isPatient?: boolean } = {},
): Shape {
  const query = joined(dialect, plan, null, conditions(dialect, plan, where, createSlots(), isUnder));
  // The only writer of a SQLite database has locked all of it.
  if (dialect.name === "sqlite") return shapeOf(query.compile(), resultColumns(plan, null), { isRead: false });
  const locked = isPatient ? query.forUpdate() : query.forUpdate().skipLocked();
  return shapeOf(locked.compile(), resultColumns(plan, null), { isRead: false });
}

/** A page of rows in an order that is total: it ends with the id, unless no two rows have the same value. */
export function listShape(
  dialect: Dialect,
  plan: ModelPlan,
  where: AnyWhere,
  parent: ModelPlan | null,
  order: Order,
): Shape {
  const slots = createSlots();
  const matching = conditions(dialect, plan, where, slots);
  const { facts } = columnOf(plan, order.column);
  const by = dialect.ordered(reference(plan, order.column), plan.searched.has(order.column));
  // A condition on the column leaves no row without a value, unless it asks for those.
  const isOptional = facts.isOptional && (where[order.column] ?? null) === null;
  const id = reference(plan, "id");
  // Of several bounds of one column SQLite looks up by the first: the cursor's is the nearest to the page.
  if (order.cursor !== "none") matching.unshift(beyond(dialect, plan, order, { by, isOptional, slots }));

  const direction = order.isAscending ? "asc" : "desc";
  let query = joined(dialect, plan, parent, matching);
  // Where some rows have no value, they come first in ascending order; PostgreSQL has it the other way round.
  if (isOptional) query = query.orderBy(sql`${by} is null`, order.isAscending ? "desc" : "asc");
  query = query.orderBy(by, direction);
  const isTotal = order.column === "id" || (facts.isUnique && !isOptional);
  if (!isTotal) query = query.orderBy(id, direction);
  const limited = query.limit(dialect.hasLimitParameter ? limitSlot(slots) : sql.lit(order.limit));
  return shapeOf(limited.compile(), resultColumns(plan, parent), { isRead: true });
}

const limitSlot = (slots: Slots): Expression<number> => sql<number>`${slots.next()}`;

interface Ordered {
  readonly by: Expression<unknown>;
  readonly isOptional: boolean;
  readonly slots: Slots;
}

/** Rows after the cursor; the values of its slots are the cursor's value, unless that is null, and the cursor's id. */
function beyond(
  dialect: Dialect,
  plan: ModelPlan,
  { column, cursor, isAscending }: Order,
  { by, isOptional, slots }: Ordered,
): Expression<SqlBool> {
  const id = reference(plan, "id");
  const sign = sql.raw(isAscending ? ">" : "<");
  if (cursor === "null") {
    const later = sql<SqlBool>`${by} is null and ${id} ${sign} ${slots.next()}`;
    return isAscending ? sql<SqlBool>`(${by} is not null or ${later})` : later;
  }
  const [given, lastId] = [slots.next(), slots.next()];
  const { facts } = columnOf(plan, column);
  const value = dialect.atCursor({ column, facts, value: given, id: lastId }, plan);
  const later =
    dialect.name === "mysql"
      ? sql<SqlBool>`(${by} ${sign} ${value} or (${by} = ${value} and ${id} ${sign} ${lastId}))`
      : sql<SqlBool>`(${by}, ${id}) ${sign} (${value}, ${lastId})`;
  return isOptional && !isAscending ? sql<SqlBool>`(${later} or ${by} is null)` : later;
}

export function countShape(dialect: Dialect, plan: ModelPlan, where: AnyWhere): Shape {
  const query = dialect.builder
    .selectFrom(plan.name)
    .select(sql`count(*)`.as("count"))
    .where(all(conditions(dialect, plan, where, createSlots())));
  return shapeOf(query.compile(), ["count"], { isRead: true });
}

export function existsShape(dialect: Dialect, plan: ModelPlan, where: AnyWhere): Shape {
  const query = dialect.builder
    .selectFrom(plan.name)
    .select(sql.lit(1).as("one"))
    .where(all(conditions(dialect, plan, where, createSlots())))
    .limit(sql.lit(1));
  return shapeOf(query.compile(), ["one"], { isRead: true });
}

function joined(dialect: Dialect, plan: ModelPlan, parent: ModelPlan | null, matching: readonly Expression<SqlBool>[]) {
  const from = dialect.builder.selectFrom(plan.name).where(all(matching));
  if (!parent) return from.select(selections(dialect, plan, resultColumns(plan, null)));
  const column = referenceTo(plan, parent);
  const on = sql<SqlBool>`${reference(parent, "id")} = ${reference(plan, column)}`;
  const names = resultColumns(plan, parent);
  return from
    .innerJoin(parent.name, (join) => join.on(on))
    .select(selections(dialect, plan, names))
    .select(selections(dialect, parent, names.slice(plan.columns.length)));
}

/** What is read of a model, each column under the name that the result has for it. */
export function selections(dialect: Dialect, plan: ModelPlan, names: readonly string[]) {
  return plan.columns.map(({ name, facts }, index) =>
    sql`${dialect.selected(reference(plan, name), facts)}`.as(names[index] ?? name),
  );
}

/** Names for the columns of a result; a joined row's are told apart by its model's name. */
export function resultColumns(plan: ModelPlan, parent: ModelPlan | null): readonly string[] {
  const own = plan.columns.map(({ name }) => name);
  return parent ? [...own, ...parent.columns.map(({ name }) => `${parent.name}.${name}`)] : own;
}

/** The column of `plan` that holds ids of `parent`. */
function referenceTo(plan: ModelPlan, parent: ModelPlan): string {
  const column = plan.columns.find(({ facts }) => facts.references === parent.name);
  if (!column) throw new Error(`"${plan.name}" has no column that references "${parent.name}".`);
  return column.name;
}

/** All of these at once; every row when there are none. */
export const all = (matching: readonly Expression<SqlBool>[]): Expression<SqlBool> =>
  matching.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join([...matching], sql` and `)}`;
