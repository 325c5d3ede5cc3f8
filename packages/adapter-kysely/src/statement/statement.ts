import type { Dialect } from "../dialect/dialect.js";
import { compile, type Sql, sql } from "../sql/sql.js";

/** One SQL text with the names of the columns it answers with. The same object for all calls of its shape. */
export interface Statement {
  readonly sql: string;
  /** Empty when it answers with no rows. */
  readonly columns: readonly string[];
  /** A read takes no lock, and may run on a connection of its own. */
  readonly isRead: boolean;
}

/** A statement, and the order in which it wants the values of a call. */
export interface PreparedStatement {
  readonly statement: Statement;
  bind(values: readonly unknown[]): unknown[];
}

/** The place of one value in the list that each call brings. */
class Slot {
  constructor(readonly position: number) {}
}

/** Hands out places in the order of the values. */
export interface Slots {
  next(): Sql;
}

export function createSlots(): Slots {
  let position = 0;
  return { next: () => sql`${new Slot(position++)}` };
}

/** Makes a shape of a query whose parameters are slots. */
export function statementOf(
  { style }: Dialect,
  query: Sql,
  columns: readonly string[],
  { isRead }: { isRead: boolean },
): PreparedStatement {
  const compiled = compile(query, style);
  const order = compiled.parameters.map((parameter) => {
    if (parameter instanceof Slot) return parameter.position;
    throw new Error("A statement was compiled with a value in it.");
  });
  const isInOrder = order.every((position, index) => position === index);
  return {
    statement: { sql: compiled.sql, columns, isRead },
    bind: isInOrder ? (values) => values.slice() : (values) => order.map((position) => values[position]),
  };
}
