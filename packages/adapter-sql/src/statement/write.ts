import type { AnyWhere, RowBounds } from "@keyhold/core/adapter";
import { join, lit, nothing, ref, type Sql, sql } from "../sql/sql.js";
import { columnOf } from "./plan.js";
import { all, lock, resultColumns, selections } from "./read.js";
import { type PreparedStatement, statementOf, writeOf } from "./statement.js";
import { type Query, queryOf, queryOfRows, type Table } from "./table.js";
import { boundColumn, columnRef, type Rows, reference, tableOf } from "./where.js";

/**
 * `INSERT` of whole rows; the values of each row are in the order of the model's columns. Several rows are written in a
 * transaction: PostgreSQL knows the types of their parameters only in `VALUES`, which takes no condition.
 */
export function insertQuery(table: Table, rows: readonly (readonly unknown[])[]): Query {
  const { dialect, plan } = table;
  return queryOf(table, `insert ${rows.length}`, rows.flat(), (slots) => {
    const columns = join(plan.columns.map(({ sqlName }) => ref(sqlName)));
    const lists = rows.map((values) => join(values.map(() => slots.next())));
    const into = sql`insert into ${tableOf(plan)} (${columns})`;
    const all = sql`${into} values ${join(lists.map((list) => sql`(${list})`))}`;
    if (lists.length > 1) return statementOf(dialect, all, [], { isRead: false });
    return writeOf(dialect, (condition) => (condition ? sql`${into} select ${join(lists)} where ${condition}` : all));
  });
}

/** `UPDATE … SET columns WHERE …`, returning the rows if the database supports it. */
export const updateQuery = (table: Table, changes: ReadonlyMap<string, unknown>, rows: Rows): Query | null =>
  queryOfRows(
    table,
    `update ${[...changes.keys()]}`,
    rows,
    (matching, slots) => {
      const changed = [...changes.keys()].map((name) => sql`${columnRef(table.plan, name)} = ${slots.next()}`);
      return updating(table, join(changed), matching());
    },
    { before: [...changes.values()] },
  );

/** `UPDATE … SET column = column + by`, if the sum is within the bounds. */
export function addQuery(
  table: Table,
  column: string,
  { by, min, max }: { readonly by: number } & RowBounds,
  rows: Rows,
): Query | null {
  const step = columnOf(table.plan, column).encode(by);
  const bounds = [
    ...(min === null ? [] : [{ sign: ">=", bound: min }]),
    ...(max === null ? [] : [{ sign: "<=", bound: max }]),
  ];
  return queryOfRows(
    table,
    `add ${column} ${bounds.map(({ sign }) => sign)}`,
    rows,
    (matching, slots) => {
      const counter = columnRef(table.plan, column);
      const changes = sql`${counter} = ${counter} + ${slots.next()}`;
      const sum = (): Sql => sql`${reference(table.plan, column)} + ${slots.next()}`;
      const bounded = [
        ...matching(),
        ...bounds.map(({ sign }) => sql`${sum()} ${sign === ">=" ? sql`>=` : sql`<=`} ${slots.next()}`),
      ];
      return updating(table, changes, bounded);
    },
    { before: [step], after: bounds.flatMap(({ bound }) => [step, bound]) },
  );
}

function updating(table: Table, changes: Sql, matching: readonly Sql[]): PreparedStatement {
  const write = sql`update ${tableOf(table.plan)} set ${changes}`;
  return table.dialect.hasReturning
    ? returning(table, write, matching)
    : writeOf(table.dialect, onlyWhere(write, matching));
}

function returning({ dialect, plan }: Table, write: Sql, matching: readonly Sql[]): PreparedStatement {
  const names = resultColumns({ own: plan, parent: null });
  const selected = join(selections(dialect, plan, names));
  const query = onlyWhere(write, matching);
  return writeOf(dialect, (condition) => sql`${query(condition)} returning ${selected}`, names);
}

/** A write with conditions, for `writeOf`. */
const onlyWhere =
  (write: Sql, matching: readonly Sql[]) =>
  (condition: Sql | null): Sql =>
    sql`${write} where ${all(condition ? [condition, ...matching] : matching)}`;

/** `UPDATE … SET lockVersion = lockVersion + 1 WHERE …`. */
export const writeLockedQuery = (table: Table, where: AnyWhere): Query | null => {
  const version = ref(table.plan.lockVersion);
  return setQuery(table, "write locked", sql`${version} = ${version} + ${lit(1)}`, where);
};

/** `UPDATE … SET column = NULL WHERE …`. */
export const clearQuery = (table: Table, column: string, where: AnyWhere): Query | null =>
  setQuery(table, `clear ${column}`, sql`${columnRef(table.plan, column)} = ${lit(null)}`, where);

const setQuery = (table: Table, name: string, changes: Sql, where: AnyWhere): Query | null =>
  queryOfRows(table, name, { where }, (matching) => {
    const query = sql`update ${tableOf(table.plan)} set ${changes} where ${all(matching())}`;
    return statementOf(table.dialect, query, [], { isRead: false });
  });

/** `DELETE … WHERE … RETURNING`, for databases that support it. */
export const consumeQuery = (table: Table, where: AnyWhere): Query | null =>
  queryOfRows(table, "consume", { where }, (matching) => returning(table, deleting(table), matching()));

export const removeQuery = (table: Table, rows: Rows): Query | null =>
  queryOfRows(table, "remove", rows, (matching) => writeOf(table.dialect, onlyWhere(deleting(table), matching())));

const deleting = ({ plan }: Table): Sql => sql`delete from ${tableOf(plan)}`;

/** `SELECT id … LIMIT … FOR UPDATE SKIP LOCKED`: the rows to remove by `removeSome`. */
export const lockSomeQuery = (table: Table, where: AnyWhere, limit: number): Query | null =>
  queryOfSome(table, "lock", { where, limit }, (ids) => statementOf(table.dialect, ids, ["id"], { isRead: false }));

/**
 * `DELETE … WHERE id IN (SELECT id … LIMIT)`. PostgreSQL could evaluate the subquery of an `IN` more than once, with
 * different rows; an array is evaluated once.
 */
export const removeSomeQuery = (table: Table, where: AnyWhere, limit: number): Query | null =>
  queryOfSome(table, "remove", { where, limit }, (ids) => {
    const id = reference(table.plan, "id");
    const isChosen = table.dialect.name === "postgres" ? sql`${id} = any(array(${ids}))` : sql`${id} in (${ids})`;
    return writeOf(table.dialect, onlyWhere(deleting(table), [isChosen]));
  });

function queryOfSome(
  table: Table,
  name: string,
  { where, limit }: { readonly where: AnyWhere; readonly limit: number },
  compile: (ids: Sql) => PreparedStatement,
): Query | null {
  const { hasLimitParameter } = table.dialect;
  return queryOfRows(
    table,
    `${name} some ${hasLimitParameter ? "" : limit}`,
    { where },
    (matching, slots) => compile(someIds(table, where, matching(), hasLimitParameter ? slots.next() : lit(limit))),
    { after: hasLimitParameter ? [limit] : [] },
  );
}

/**
 * Sorted by the column with a bound: the index then returns the rows without a sort, and no database scans the table,
 * whose beginning fills with removed rows.
 */
function someIds({ dialect, plan }: Table, where: AnyWhere, matching: readonly Sql[], limit: Sql): Sql {
  const bound = boundColumn(where);
  const order = bound === null ? nothing : sql` order by ${reference(plan, bound)}`;
  const query = sql`select ${reference(plan, "id")} from ${tableOf(plan)} where ${all(matching)}${order} limit ${limit}`;
  return sql`${query}${lock(dialect, false)}`;
}
