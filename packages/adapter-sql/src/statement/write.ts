import type { AnyWhere } from "@keyhold/core/adapter";
import type { Dialect } from "../dialect/dialect.js";
import { join, lit, nothing, ref, type Sql, sql } from "../sql/sql.js";
import type { ModelPlan } from "./plan.js";
import { all, lock, resultColumns, selections } from "./read.js";
import { createSlots, type PreparedStatement, statementOf, writeOf } from "./statement.js";
import { boundColumn, columnRef, conditions, reference, tableOf } from "./where.js";

/**
 * `INSERT` of whole rows; the values of each row are in the order of the model's columns. Several rows are written in a
 * transaction: PostgreSQL knows the types of their parameters only in `VALUES`, which takes no condition.
 */
export function insertStatement(dialect: Dialect, plan: ModelPlan, rows = 1): PreparedStatement {
  const slots = createSlots();
  const columns = join(plan.columns.map(({ sqlName }) => ref(sqlName)));
  const row = (): Sql => join(plan.columns.map(() => slots.next()));
  const into = sql`insert into ${tableOf(plan)} (${columns})`;
  if (rows > 1) {
    const values = join(Array.from({ length: rows }, () => sql`(${row()})`));
    return statementOf(dialect, sql`${into} values ${values}`, [], { isRead: false });
  }
  const values = row();
  return writeOf(dialect, (condition) =>
    condition ? sql`${into} select ${values} where ${condition}` : sql`${into} values (${values})`,
  );
}

/**
 * `UPDATE … SET columns WHERE …`, returning the rows if the database supports it. Values: the columns', then the
 * where's.
 */
export function updateStatement(
  dialect: Dialect,
  plan: ModelPlan,
  columns: readonly string[],
  where: AnyWhere,
  isUnder: boolean,
): PreparedStatement {
  const slots = createSlots();
  const changes = join(columns.map((name) => sql`${columnRef(plan, name)} = ${slots.next()}`));
  return updating(dialect, plan, changes, conditions(dialect, plan, where, slots, isUnder));
}

/**
 * `UPDATE … SET column = column + by`. Values: by; then the where's; then by and min, by and max, if they are given.
 */
export function addStatement(
  dialect: Dialect,
  plan: ModelPlan,
  column: string,
  { hasMin, hasMax }: { readonly hasMin: boolean; readonly hasMax: boolean },
  where: AnyWhere,
  isUnder: boolean,
): PreparedStatement {
  const slots = createSlots();
  const counter = reference(plan, column);
  const changes = sql`${columnRef(plan, column)} = ${columnRef(plan, column)} + ${slots.next()}`;
  const bounded = conditions(dialect, plan, where, slots, isUnder);
  if (hasMin) bounded.push(sql`${counter} + ${slots.next()} >= ${slots.next()}`);
  if (hasMax) bounded.push(sql`${counter} + ${slots.next()} <= ${slots.next()}`);
  return updating(dialect, plan, changes, bounded);
}

function updating(dialect: Dialect, plan: ModelPlan, changes: Sql, where: readonly Sql[]): PreparedStatement {
  const write = sql`update ${tableOf(plan)} set ${changes}`;
  return dialect.hasReturning ? returning(dialect, plan, write, where) : writeOf(dialect, matching(write, where));
}

function returning(dialect: Dialect, plan: ModelPlan, write: Sql, where: readonly Sql[]): PreparedStatement {
  const names = resultColumns(plan, null);
  const selected = join(selections(dialect, plan, names));
  const query = matching(write, where);
  return writeOf(dialect, (condition) => sql`${query(condition)} returning ${selected}`, names);
}

/** A write with its conditions, for `writeOf`. */
const matching =
  (write: Sql, conditions: readonly Sql[]) =>
  (condition: Sql | null): Sql =>
    sql`${write} where ${all(condition ? [condition, ...conditions] : conditions)}`;

/** `UPDATE … SET lockVersion = lockVersion + 1 WHERE …`. */
export function writeLockedStatement(dialect: Dialect, plan: ModelPlan, where: AnyWhere): PreparedStatement {
  const version = ref(plan.lockVersion);
  const isLocked = all(conditions(dialect, plan, where, createSlots()));
  const query = sql`update ${tableOf(plan)} set ${version} = ${version} + ${lit(1)} where ${isLocked}`;
  return statementOf(dialect, query, [], { isRead: false });
}

/** `UPDATE … SET column = NULL WHERE …`. */
export function clearStatement(dialect: Dialect, plan: ModelPlan, column: string, where: AnyWhere): PreparedStatement {
  const isCleared = all(conditions(dialect, plan, where, createSlots()));
  const query = sql`update ${tableOf(plan)} set ${columnRef(plan, column)} = ${lit(null)} where ${isCleared}`;
  return statementOf(dialect, query, [], { isRead: false });
}

/** `DELETE … WHERE … RETURNING`, for databases that support it. */
export function consumeStatement(dialect: Dialect, plan: ModelPlan, where: AnyWhere): PreparedStatement {
  return returning(dialect, plan, deleting(plan), conditions(dialect, plan, where, createSlots()));
}

export function removeStatement(
  dialect: Dialect,
  plan: ModelPlan,
  where: AnyWhere,
  isUnder: boolean,
): PreparedStatement {
  return writeOf(dialect, matching(deleting(plan), conditions(dialect, plan, where, createSlots(), isUnder)));
}

const deleting = (plan: ModelPlan): Sql => sql`delete from ${tableOf(plan)}`;

/**
 * `SELECT id … LIMIT … FOR UPDATE SKIP LOCKED`: the rows to remove by `removeSome`. Values: the where's, then the
 * limit.
 */
export function lockSomeStatement(
  dialect: Dialect,
  plan: ModelPlan,
  where: AnyWhere,
  limit: number,
): PreparedStatement {
  return statementOf(dialect, someIds(dialect, plan, where, limit), ["id"], { isRead: false });
}

/**
 * `DELETE … WHERE id IN (SELECT id … LIMIT)`, with the same values. PostgreSQL could evaluate the subquery of an `IN`
 * more than once, with different rows; it evaluates an array once.
 */
export function removeSomeStatement(
  dialect: Dialect,
  plan: ModelPlan,
  where: AnyWhere,
  limit: number,
): PreparedStatement {
  const ids = someIds(dialect, plan, where, limit);
  const id = reference(plan, "id");
  const isChosen = dialect.name === "postgres" ? sql`${id} = any(array(${ids}))` : sql`${id} in (${ids})`;
  return writeOf(dialect, matching(deleting(plan), [isChosen]));
}

/**
 * Sorted by the column with a bound: its index then returns the rows without a sort, and no database scans the table,
 * whose beginning fills with removed rows.
 */
function someIds(dialect: Dialect, plan: ModelPlan, where: AnyWhere, limit: number): Sql {
  const slots = createSlots();
  const isFound = all(conditions(dialect, plan, where, slots));
  const bound = boundColumn(where);
  const order = bound === null ? nothing : sql` order by ${reference(plan, bound)}`;
  const most = dialect.hasLimitParameter ? slots.next() : lit(limit);
  const query = sql`select ${reference(plan, "id")} from ${tableOf(plan)} where ${isFound}${order} limit ${most}`;
  return sql`${query}${lock(dialect, false)}`;
}
