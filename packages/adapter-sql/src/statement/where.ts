import { type AnyWhere, isComparison, type UnderParent } from "@keyhold/core/adapter";
import { ref, type Sql, sql } from "../sql/sql.js";
import { isUuid as isUuidText } from "../tables/uuid.js";
import { type ColumnPlan, columnOf, type ModelPlan } from "./plan.js";
import type { Slots } from "./statement.js";
import type { Table } from "./table.js";

/** The rows of a statement: their conditions, and the locked parent for a write to children. */
export interface Rows {
  readonly where: AnyWhere;
  readonly under?: UnderParent | null;
}

/** A parsed `where`: the structure determines the statement, the values are the parameters. */
export interface Asked {
  /** Equal for two conditions that need equal statements. */
  readonly key: string;
  readonly values: readonly unknown[];
  /** Whether the condition has an empty list or an impossible value: no row can match, so no query is needed. */
  readonly matchesNothing: boolean;
}

/**
 * Reads a `where`. A forgotten value must never match every row, so `undefined` and unknown columns throw.
 */
export function readWhere(plan: ModelPlan, { where, under }: Rows): Asked {
  let key = "";
  let matchesNothing = false;
  const values: unknown[] = [];
  for (const name of Object.keys(where)) {
    const column = columnOf(plan, name);
    const value = where[name];
    if (value === undefined) throw new TypeError(`The value for "${plan.name}.${name}" is undefined.`);
    if (value === null) {
      key += `${name}?`;
    } else if (isComparison(value)) {
      if (value.operator === "in") {
        const list = readList(value.operand);
        const possible = list.find((item) => isPossible(plan, column, item));
        if (possible === undefined) matchesNothing = true;
        key += `${name}#${list.length}`;
        for (const item of list) {
          const encoded = column.encode(item);
          values.push(isPossible(plan, column, item) ? encoded : possible);
        }
      } else if (value.operator === "startsWith") {
        const bounds = readPrefix(plan, column, value.operand);
        if (!plan.hasNul && bounds.some((bound) => bound.includes("\0"))) matchesNothing = true;
        key += `${name}~${bounds.length}`;
        values.push(...bounds);
      } else {
        key += `${name}${value.operator === "before" ? "<" : ">"}`;
        values.push(column.encode(value.operand));
      }
    } else {
      key += `${name}=`;
      values.push(column.encode(value));
      if (!isPossible(plan, column, value)) matchesNothing = true;
    }
  }
  if (under) {
    key += "^";
    values.push(under.id);
  }
  return { key, values, matchesNothing };
}

/** PostgreSQL would reject the whole statement for an invalid UUID or a text with NUL; no row has such a value. */
const isPossible = ({ hasNul }: ModelPlan, { isUuid }: ColumnPlan, value: unknown): boolean =>
  isUuid ? isUuidText(value) : hasNul || typeof value !== "string" || !value.includes("\0");

/** Repeats the last value up to a power of two, so that lists of many lengths share few statements. */
function readList(operand: unknown): readonly unknown[] {
  if (!Array.isArray(operand)) throw new TypeError("A list of values is required.");
  if (operand.some((item) => item === null || item === undefined))
    throw new TypeError("A list must not contain null or undefined.");
  if (operand.length === 0) return operand;
  const length = 2 ** Math.ceil(Math.log2(operand.length));
  return [...operand, ...new Array(length - operand.length).fill(operand[operand.length - 1])];
}

/** The parameters of a search for a prefix. */
function readPrefix(plan: ModelPlan, { name, facts, isUuid }: ColumnPlan, operand: unknown): readonly string[] {
  if (facts.kind !== "text" || isUuid)
    throw new TypeError(`The column "${plan.name}.${name}" is not a text column: startsWith needs one.`);
  if (typeof operand !== "string" || operand === "") throw new TypeError("A prefix must be a non-empty text.");
  return plan.prefixBounds(operand);
}

/** The conditions of a `where`, with a slot for each value in the order of `readWhere`. */
export function conditions(table: Table, { where, under }: Rows, slots: Slots): Sql[] {
  const { dialect, plan } = table;
  const built = Object.entries(where).map(([name, value]) => condition(table, columnOf(plan, name), value, slots));
  if (under) {
    const { name, facts } = columnOf(plan, under.column);
    built.push(dialect.compared(reference(plan, name), "=", slots.next(), facts));
  }
  return built;
}

function condition({ dialect, plan }: Table, column: ColumnPlan, value: unknown, slots: Slots): Sql {
  const subject = reference(plan, column.name);
  if (value === null) return sql`${subject} is null`;
  if (!isComparison(value)) return dialect.compared(subject, "=", slots.next(), column.facts);
  if (value.operator === "startsWith") {
    return dialect.beginsWith(
      subject,
      readPrefix(plan, column, value.operand).map(() => slots.next()),
    );
  }
  if (value.operator !== "in") {
    return dialect.compared(subject, value.operator === "before" ? "<" : ">", slots.next(), column.facts);
  }
  return dialect.within(
    subject,
    readList(value.operand).map(() => slots.next()),
    column.facts,
  );
}

/** The table of a model. */
export const tableOf = ({ words }: ModelPlan): Sql => ref(...words);

/** `"column"`. */
export const columnRef = (plan: ModelPlan, column: string): Sql => ref(columnOf(plan, column).sqlName);

/** `"table"."column"`. */
export const reference = (plan: ModelPlan, column: string): Sql => ref(...plan.words, columnOf(plan, column).sqlName);

/** The first column compared by `before` or `after`; null without a comparison. */
export function boundColumn(where: AnyWhere): string | null {
  const isBound = (value: unknown): boolean =>
    isComparison(value) && (value.operator === "before" || value.operator === "after");
  return Object.keys(where).find((name) => isBound(where[name])) ?? null;
}
