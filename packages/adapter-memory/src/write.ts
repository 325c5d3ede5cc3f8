import type { AnyRow, AnyWhere, RowBounds, UnderParent } from "@keyhold/core/adapter";
import { Conflict, isConflict, type Model } from "@keyhold/core/plugin";
import { readWhere } from "./condition.js";
import { isComplete, type Reference } from "./store.js";
import { decodeRow, encode, type StoredRow } from "./value.js";
import { eraseRow, indexesOf, rowById, rowsWhere, type View, writeRow } from "./view.js";

export function insert(view: View, model: Model, given: AnyRow): AnyRow | Conflict {
  const row = encodeAll(model, given);
  if (typeof row.id !== "string") throw new Error(`A row of "${model.name}" needs an id.`);
  if (rowById(view, model.name, row.id)) return new Conflict(model.name, "id");
  return write(view, model, row.id, row);
}

/** The first conflict is the answer: the transaction ends then. */
export function insertMany(view: View, model: Model, given: readonly AnyRow[]): readonly AnyRow[] | Conflict {
  const rows: AnyRow[] = [];
  for (const one of given) {
    const row = insert(view, model, one);
    if (isConflict(row)) return row;
    rows.push(row);
  }
  return rows;
}

export function update(
  view: View,
  model: Model,
  id: string,
  changes: AnyRow,
  under: UnderParent | null,
): AnyRow | Conflict | null {
  const encoded = encodeAll(model, changes);
  const row = rowUnder(view, model, id, under);
  return row && write(view, model, id, { ...row, ...encoded });
}

export function transition(
  view: View,
  model: Model,
  id: string,
  column: string,
  { from, to }: { readonly from: unknown; readonly to: unknown },
  under: UnderParent | null,
): AnyRow | null {
  const expected = encode(model, column, from);
  const next = encode(model, column, to);
  const row = rowUnder(view, model, id, under);
  return row && row[column] === expected ? replace(view, model, id, { ...row, [column]: next }) : null;
}

export function add(
  view: View,
  model: Model,
  id: string,
  column: string,
  { by, min, max }: { readonly by: number } & RowBounds,
  under: UnderParent | null,
): AnyRow | null {
  const row = rowUnder(view, model, id, under);
  if (!row) return null;
  const sum = Number(row[column]) + by;
  const isWithin = (min === null || sum >= min) && (max === null || sum <= max);
  return isWithin ? replace(view, model, id, { ...row, [column]: encode(model, column, sum) }) : null;
}

export function consume(view: View, model: Model, where: AnyWhere): AnyRow | null {
  const [row] = removeWhere(view, model, where, null);
  return row ? decodeRow(model, row) : null;
}

export const remove = (view: View, model: Model, where: AnyWhere, under: UnderParent | null): number =>
  removeWhere(view, model, where, under).length;

export function removeSome(view: View, model: Model, where: AnyWhere, limit: number): number {
  const rows = rowsWhere(view, model.name, readWhere(model, where), limit);
  for (const row of rows) eraseWithReferences(view, model.name, String(row.id));
  return rows.length;
}

function removeWhere(view: View, model: Model, where: AnyWhere, under: UnderParent | null): StoredRow[] {
  const rows = rowsWhere(view, model.name, readWhere(model, where)).filter((row) => isUnder(row, under));
  for (const row of rows) eraseWithReferences(view, model.name, String(row.id));
  return rows;
}

const encodeAll = (model: Model, values: AnyRow): StoredRow =>
  Object.fromEntries(Object.entries(values).map(([column, value]) => [column, encode(model, column, value)]));

/** `ON DELETE CASCADE`, and `ON DELETE SET NULL`. */
function eraseWithReferences(view: View, model: string, id: string): void {
  eraseRow(view, model, id);
  const rowsOf = ({ model, column }: Reference): StoredRow[] =>
    rowsWhere(view, model, [{ column, operator: "in", operands: new Set([id]) }]);
  for (const clearing of view.store.clearings.get(model)?.values() ?? []) {
    for (const row of rowsOf(clearing)) {
      writeRow(view, clearing.model, String(row.id), { ...row, [clearing.column]: null });
    }
  }
  for (const reference of view.store.references.get(model)?.values() ?? []) {
    for (const row of rowsOf(reference)) eraseWithReferences(view, reference.model, String(row.id));
  }
}

/** The row with this id; null if the row is missing or belongs to another parent than the locked parent. */
function rowUnder(view: View, model: Model, id: string, under: UnderParent | null): StoredRow | null {
  const row = rowById(view, model.name, id);
  return row && isUnder(row, under) ? row : null;
}

const isUnder = (row: StoredRow, under: UnderParent | null): boolean => !under || row[under.column] === under.id;

function write(view: View, model: Model, id: string, row: StoredRow): AnyRow | Conflict {
  const clash = findClash(view, model, id, row);
  if (clash) return clash;
  checkReferences(view, model, row);
  return replace(view, model, id, row);
}

function replace(view: View, model: Model, id: string, row: StoredRow): AnyRow {
  writeRow(view, model.name, id, row);
  return decodeRow(model, row);
}

function findClash(view: View, model: Model, id: string, row: StoredRow): Conflict | null {
  for (const index of indexesOf(view, model.name)) {
    if (!index.isUnique || !isComplete(index, row)) continue;
    const same = index.columns.map((column) => {
      return { column, operator: "in", operands: new Set([row[column] ?? null]) } as const;
    });
    const others = rowsWhere(view, model.name, same).filter((other) => other.id !== id);
    if (others.length > 0) return new Conflict(model.name, index.columns[0] ?? "id");
  }
  return null;
}

/** A foreign key: who references a row that is not there is refused. */
function checkReferences(view: View, model: Model, row: StoredRow): void {
  for (const [column, { facts }] of Object.entries(model.columns)) {
    const id = row[column] ?? null;
    if (facts.references === null || id === null) continue;
    if (!rowById(view, facts.references, id)) {
      throw new Error(`"${model.name}.${column}" references a missing row of "${facts.references}".`);
    }
  }
}
