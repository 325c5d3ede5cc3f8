import type { Dialect } from "../dialect/dialect.js";
import { compile, type Sql, sql } from "../sql/sql.js";

/** An SQL text with the names of its result columns. All calls of a shape share one object. */
export interface Statement {
  readonly sql: string;
  /** Empty for a statement without result rows. */
  readonly columns: readonly string[];
  /** Whether it only reads: it takes no lock, and may use another connection. */
  readonly isRead: boolean;
}

/** A statement, and the order of its parameters. */
export interface PreparedStatement {
  readonly statement: Statement;
  bind(values: readonly unknown[]): unknown[];
}

/** The position of one value in the list of a call. */
class Slot {
  constructor(readonly position: number) {}
}

/** Creates slots in the order of the values. */
export interface Slots {
  next(): Sql;
}

export function createSlots(): Slots {
  let position = 0;
  return { next: () => sql`${new Slot(position++)}` };
}

/** Compiles a query with slots as parameters. */
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
