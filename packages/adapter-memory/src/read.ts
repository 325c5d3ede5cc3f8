import type { AnyFindOptions, AnyListOptions, AnyRow, AnyWhere, JoinColumns } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";
import { readWhere } from "./condition.js";
import { compare, decodeRow, encode, partOf, type StoredRow } from "./value.js";
import { rowById, rowsWhere, type View } from "./view.js";

export function find(view: View, model: Model, where: AnyWhere, options: AnyFindOptions = {}): AnyRow | null {
  const join = joinWith(view, model, options.with);
  for (const row of rowsWhere(view, model.name, readWhere(model, where))) {
    const decoded = join(row);
    if (decoded) return decoded;
  }
  return null;
}

export function list(view: View, model: Model, where: AnyWhere, options: AnyListOptions): AnyRow[] {
  const { orderBy, direction = "ascending", limit, cursor } = options;
  const sign = direction === "ascending" ? 1 : -1;
  const order = (left: StoredRow, right: StoredRow): number =>
    sign * (compare(left[orderBy] ?? null, right[orderBy] ?? null) || compare(left.id ?? null, right.id ?? null));
  const start = cursor && { id: cursor.id, [orderBy]: encode(model, orderBy, cursor.value) };

  const join = joinWith(view, model, options.with, options);
  const answers: AnyRow[] = [];
  const sorted = rowsWhere(view, model.name, readWhere(model, where)).sort(order);
  for (const row of sorted) {
    if (answers.length >= limit) break;
    if (start && order(row, start) <= 0) continue;
    const decoded = join(row);
    if (decoded) answers.push(decoded);
  }
  return answers;
}

export function count(view: View, model: Model, where: AnyWhere): number {
  return rowsWhere(view, model.name, readWhere(model, where)).length;
}

export const exists = (view: View, model: Model, where: AnyWhere): boolean => count(view, model, where) > 0;

/** Decodes a row, together with the referenced row on request; null if the referenced row is missing. */
function joinWith(
  view: View,
  model: Model,
  other: Model | undefined,
  { columns, withColumns }: JoinColumns<string, string> = {},
): (row: StoredRow) => AnyRow | null {
  const own = partOf(model, columns);
  if (!other) return (row) => decodeRow(own, row);
  const column = Object.keys(model.columns).find((name) => model.columns[name]?.facts.references === other.name);
  if (!column) throw new Error(`"${model.name}" has no column that references "${other.name}".`);
  const part = partOf(other, withColumns);
  return (row) => {
    const referenced = rowById(view, other.name, row[column] ?? null);
    return referenced && { ...decodeRow(own, row), [other.name]: decodeRow(part, referenced) };
  };
}
