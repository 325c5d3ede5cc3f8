import type { Dialect } from "../dialect/dialect.js";
import type { Sql } from "../sql/sql.js";
import type { ModelPlan } from "./plan.js";
import { createSlots, type PreparedStatement, type Slots } from "./statement.js";
import { conditions, type Rows, readWhere } from "./where.js";

/** A model's table, with the compiled statements. */
export interface Table {
  readonly dialect: Dialect;
  readonly plan: ModelPlan;
  /** By the key of their text. */
  readonly statements: Map<string, PreparedStatement>;
}

/** A statement with parameters. */
export interface Query {
  readonly prepared: PreparedStatement;
  readonly parameters: readonly unknown[];
}

export const createTable = (dialect: Dialect, plan: ModelPlan): Table => ({ dialect, plan, statements: new Map() });

/** The values of a statement that are not in the conditions. */
interface MoreValues {
  readonly before?: readonly unknown[];
  readonly after?: readonly unknown[];
}

/**
 * The statement on rows; null if no row can match. `name` and the structure of the conditions are the key of the text:
 * `name` contains all else that `compile` puts into the text.
 */
export function queryOfRows(
  table: Table,
  name: string,
  rows: Rows,
  compile: (matching: () => Sql[], slots: Slots) => PreparedStatement,
  more?: MoreValues,
): Query | null {
  const { key, values, matchesNothing } = readWhere(table.plan, rows);
  if (matchesNothing) return null;
  const all = more ? [...(more.before ?? []), ...values, ...(more.after ?? [])] : values;
  return queryOf(table, `${name} ${key}`, all, (slots) => compile(() => conditions(table, rows, slots), slots));
}

/** Far more than an app needs; bounds the memory if lists have ever new lengths. */
const maxStatements = 500;

/** The statement of a key, compiled at the first use. The slots are in the order of the values. */
export function queryOf(
  { statements }: Table,
  key: string,
  values: readonly unknown[],
  compile: (slots: Slots) => PreparedStatement,
): Query {
  let prepared = statements.get(key);
  if (!prepared) {
    prepared = compile(createSlots());
    if (statements.size >= maxStatements) statements.clear();
    statements.set(key, prepared);
  }
  return { prepared, parameters: prepared.bind(values) };
}
