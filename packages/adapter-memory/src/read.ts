import { fullModel, type JoinColumns } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";
import { readWhere } from "./condition.js";
import { lock, type Scope, tableModel } from "./scope.js";
import { columnFacts, compare, decodeRow, encode, partOf, type StoredRow } from "./value.js";
import { rowById, rowsWhere } from "./view.js";

export type Decoded = Record<string, unknown>;

export interface FindOptions {
  readonly with?: Model;
}

export interface ListOptions extends FindOptions, JoinColumns<string, string> {
  readonly orderBy: string;
  readonly direction?: "ascending" | "descending";
  readonly limit: number;
  readonly cursor?: { readonly value: unknown; readonly id: string };
}

export function find(scope: Scope, model: Model, where: object, options: FindOptions = {}): Decoded | null {
  const full = fullModel(scope.schema, model);
  const join = joinWith(scope, full, options.with);
  for (const row of rowsWhere(scope.view, full.name, readWhere(full, where))) {
    const decoded = join(row);
    if (decoded) return decoded;
  }
  return null;
}

/** Reads a row and locks it; null if it does not exist. */
export function lockRow(scope: Scope, model: Model, id: string): Decoded | null {
  const full = tableModel(scope, model);
  const row = rowById(scope.view, full.name, id);
  if (!row) return null;
  lock(scope, full, id);
  return decodeRow(full, row);
}

export function list(scope: Scope, model: Model, where: object, options: ListOptions): Decoded[] {
  const { orderBy, direction = "ascending", limit, cursor } = options;
  const full = tableModel(scope, model);
  if (!Number.isSafeInteger(limit) || limit < 0) throw new Error(`A list of "${full.name}" needs a limit.`);
  if (columnFacts(full, orderBy).kind === "json") throw new Error(`"${full.name}" cannot be ordered by "${orderBy}".`);

  const sign = direction === "ascending" ? 1 : -1;
  const order = (left: StoredRow, right: StoredRow): number =>
    sign * (compare(left[orderBy] ?? null, right[orderBy] ?? null) || compare(left.id ?? null, right.id ?? null));
  const start = cursor && { id: cursor.id, [orderBy]: encode(full, orderBy, cursor.value) };

  const join = joinWith(scope, full, options.with, options);
  const answers: Decoded[] = [];
  const sorted = rowsWhere(scope.view, full.name, readWhere(full, where)).sort(order);
  for (const row of sorted) {
    if (answers.length >= limit) break;
    if (start && order(row, start) <= 0) continue;
    const decoded = join(row);
    if (decoded) answers.push(decoded);
  }
  return answers;
}

export function count(scope: Scope, model: Model, where: object): number {
  const full = tableModel(scope, model);
  return rowsWhere(scope.view, full.name, readWhere(full, where)).length;
}

export const exists = (scope: Scope, model: Model, where: object): boolean => count(scope, model, where) > 0;

/** Decodes a row, together with its referenced row on request; null if the referenced row is missing. */
function joinWith(
  scope: Scope,
  model: Model,
  other: Model | undefined,
  { columns, withColumns }: JoinColumns<string, string> = {},
): (row: StoredRow) => Decoded | null {
  const own = partOf(model, columns);
  if (!other) return (row) => decodeRow(own, row);
  const joined = fullModel(scope.schema, other);
  const column = Object.keys(model.columns).find((name) => model.columns[name]?.facts.references === joined.name);
  if (!column) throw new Error(`"${model.name}" has no column that references "${joined.name}".`);
  const part = partOf(joined, withColumns);
  return (row) => {
    const referenced = rowById(scope.view, joined.name, row[column] ?? null);
    return referenced && { ...decodeRow(own, row), [joined.name]: decodeRow(part, referenced) };
  };
}
