import { isComparison } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";
import { columnFacts, compare, encode, type Stored, type StoredRow } from "./value.js";

export type Condition =
  | { readonly column: string; readonly operator: "in"; readonly operands: ReadonlySet<Stored> }
  | { readonly column: string; readonly operator: "before" | "after"; readonly operand: Stored }
  | { readonly column: string; readonly operator: "startsWith"; readonly operand: string };

/** Reads a `where`. Throws for an undefined value, which would silently match every row. */
export function readWhere(model: Model, where: object): readonly Condition[] {
  return Object.entries(where).map(([column, value]) => readCondition(model, column, value));
}

function readCondition(model: Model, column: string, value: unknown): Condition {
  const { kind } = columnFacts(model, column);
  if (value === undefined) throw new Error(`The condition on "${model.name}.${column}" is undefined.`);
  if (kind === "json" && value !== null)
    throw new Error(`The JSON column "${model.name}.${column}" cannot be compared.`);
  if (!isComparison(value)) {
    return { column, operator: "in", operands: new Set([encode(model, column, value)]) };
  }
  if (value.operator === "startsWith") {
    if (kind !== "text")
      throw new Error(`The column "${model.name}.${column}" is not a text column: startsWith needs one.`);
    return { column, operator: value.operator, operand: String(value.operand) };
  }
  if (value.operator !== "in") {
    return { column, operator: value.operator, operand: encode(model, column, value.operand) };
  }
  if (!Array.isArray(value.operand)) throw new Error(`isIn on "${model.name}.${column}" needs a list.`);
  const operands = value.operand.map((operand) => encode(model, column, operand));
  // As in SQL, `IN` never matches null: only an equality with null does.
  return { column, operator: "in", operands: new Set(operands.filter((operand) => operand !== null)) };
}

export function matches(row: StoredRow, conditions: readonly Condition[]): boolean {
  return conditions.every((condition) => {
    const value = row[condition.column] ?? null;
    if (condition.operator === "in") return condition.operands.has(value);
    if (value === null || condition.operand === null) return false;
    if (condition.operator === "startsWith") return typeof value === "string" && value.startsWith(condition.operand);
    const order = compare(value, condition.operand);
    return condition.operator === "before" ? order < 0 : order > 0;
  });
}
