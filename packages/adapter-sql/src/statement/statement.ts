import type { Dialect } from "../dialect/dialect.js";
import { compile, type Sql, sql } from "../sql/sql.js";

/** An SQL text with the names of the result columns. All calls of a shape share an object. */
export interface Statement {
  readonly sql: string;
  /** Empty for a statement without result rows. */
  readonly columns: readonly string[];
  /** Whether the statement only reads: a read takes no lock, and may use another connection. */
  readonly isRead: boolean;
  /** Whether the statement limits the wait for locks: such a write needs no transaction. */
  readonly isBounded?: boolean;
}

/** A statement, and the order of the parameters. */
export interface PreparedStatement {
  readonly statement: Statement;
  /** The statement for a call outside of a transaction. */
  readonly alone: Statement;
  bind(values: readonly unknown[]): readonly unknown[];
}

/** The position of a value in the list of a call. */
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

/** Compiles a read, or a write that only runs in transactions, with slots as parameters. */
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
  const statement: Statement = { sql: compiled.sql, columns, isRead };
  return {
    statement,
    alone: statement,
    bind: isInOrder ? (values) => values : (values) => order.map((position) => values[position]),
  };
}

/** Compiles a write. `query` gets a condition that is true, for the statement outside of a transaction. */
export function writeOf(
  dialect: Dialect,
  query: (condition: Sql | null) => Sql,
  columns: readonly string[] = [],
): PreparedStatement {
  const prepared = statementOf(dialect, query(null), columns, { isRead: false });
  if (dialect.boundedWait === null) return prepared;
  const { statement } = statementOf(dialect, query(dialect.boundedWait), columns, { isRead: false });
  return { ...prepared, alone: { ...statement, isBounded: true } };
}
