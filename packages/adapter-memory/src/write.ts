import { type CounterBounds, completeRow, fullModel } from "@keyhold/core/adapter";
import { Conflict, type Model } from "@keyhold/core/plugin";
import { type Condition, readWhere } from "./condition.js";
import type { Decoded } from "./read.js";
import { lock, type Parent, parentCondition, type Scope, tableModel } from "./scope.js";
import { isComplete, type Reference } from "./store.js";
import { columnFacts, decodeRow, encode, type StoredRow } from "./value.js";
import { eraseRow, indexesOf, rowById, rowsWhere, writeRow } from "./view.js";

export function insert(scope: Scope, model: Model, given: object, parent?: Parent): Decoded | Conflict {
  const full = fullModel(scope.schema, model);
  const row: Record<string, StoredRow[string]> = {};
  for (const [column, value] of Object.entries(completeRow(full, { ...given }))) {
    row[column] = encode(full, column, value);
  }
  const under = parentCondition(scope, full, parent);
  if (under && row[under.column] !== under.id) throw new Error(`The new "${full.name}" belongs to another parent.`);
  if (typeof row.id !== "string") throw new Error(`A row of "${full.name}" needs an id.`);

  if (rowById(scope.view, full.name, row.id)) return new Conflict(full.name, "id");
  const written = write(scope, full, row.id, row);
  if (!(written instanceof Conflict)) lock(scope, full, row.id);
  return written;
}

export function update(
  scope: Scope,
  model: Model,
  id: string,
  patch: object,
  parent?: Parent,
): Decoded | Conflict | null {
  const full = tableModel(scope, model);
  const under = parentCondition(scope, full, parent);
  const changes: Record<string, StoredRow[string]> = {};
  for (const [column, value] of Object.entries(patch)) {
    const { isGuarded, isOptional } = columnFacts(full, column);
    if (value === undefined) continue;
    if (isGuarded || column === "id") throw new Error(`"${full.name}.${column}" cannot be changed by update.`);
    if (value === null && !isOptional) throw new Error(`The column "${full.name}.${column}" cannot be null.`);
    if (column === under?.column && value !== under.id)
      throw new Error(`A row of "${full.name}" cannot move to another parent.`);
    changes[column] = encode(full, column, value);
  }
  const row = rowUnder(scope, full, id, parent);
  return row && write(scope, full, id, { ...row, ...changes });
}

export function transition(
  scope: Scope,
  model: Model,
  id: string,
  column: string,
  from: unknown,
  to: unknown,
  parent?: Parent,
): Decoded | null {
  const full = guardedModel(scope, model, column);
  const expected = encode(full, column, from);
  const next = encode(full, column, to);
  const row = rowUnder(scope, full, id, parent);
  return row && row[column] === expected ? replace(scope, full, id, { ...row, [column]: next }) : null;
}

export function add(
  scope: Scope,
  model: Model,
  id: string,
  column: string,
  by: number,
  { min = -Infinity, max = Infinity }: CounterBounds,
  parent?: Parent,
): Decoded | null {
  const full = guardedModel(scope, model, column);
  if (!Number.isSafeInteger(by)) throw new Error(`"${full.name}.${column}" can only change by a whole number.`);
  const row = rowUnder(scope, full, id, parent);
  if (!row) return null;
  const sum = Number(row[column]) + by;
  return sum >= min && sum <= max ? replace(scope, full, id, { ...row, [column]: encode(full, column, sum) }) : null;
}

export function consume(scope: Scope, model: Model, where: object): Decoded | null {
  const full = fullModel(scope.schema, model);
  if (full.use !== "one-time") throw new Error(`Rows of "${full.name}" are not one-time rows: use remove.`);
  const taken = removeWhere(scope, full, where);
  return taken[0] ? decodeRow(full, taken[0]) : null;
}

export function remove(scope: Scope, model: Model, where: object, parent?: Parent): number {
  return removeWhere(scope, fullModel(scope.schema, model), where, parent).length;
}

export function removeSome(scope: Scope, model: Model, where: object, limit: number): number {
  const full = fullModel(scope.schema, model);
  if (!Number.isSafeInteger(limit) || limit < 0) throw new Error(`removeSome of "${full.name}" needs a limit.`);
  if (full.parent !== null)
    throw new Error(`A row of "${full.name}" can only be removed in a transaction on its locked "${full.parent}".`);
  const rows = rowsWhere(scope.view, full.name, readRemoval(full, where), limit);
  for (const row of rows) eraseWithReferences(scope, full.name, String(row.id));
  return rows.length;
}

function readRemoval(model: Model, where: object): readonly Condition[] {
  const conditions = readWhere(model, where);
  if (conditions.length === 0) throw new Error(`A removal of "${model.name}" needs at least one condition.`);
  return conditions;
}

function removeWhere(scope: Scope, model: Model, where: object, parent?: Parent): StoredRow[] {
  const conditions = readRemoval(model, where);
  const under = parentCondition(scope, model, parent);
  const rows = rowsWhere(scope.view, model.name, conditions).filter((row) => !under || row[under.column] === under.id);
  for (const row of rows) eraseWithReferences(scope, model.name, String(row.id));
  return rows;
}

/** `ON DELETE CASCADE`, and `ON DELETE SET NULL`. */
function eraseWithReferences(scope: Scope, model: string, id: string): void {
  const { view } = scope;
  eraseRow(view, model, id);
  const rowsOf = ({ model, column }: Reference): StoredRow[] =>
    rowsWhere(view, model, [{ column, operator: "in", operands: new Set([id]) }]);
  for (const clearing of view.store.clearings.get(model)?.values() ?? []) {
    for (const row of rowsOf(clearing)) {
      writeRow(view, clearing.model, String(row.id), { ...row, [clearing.column]: null });
    }
  }
  for (const reference of view.store.references.get(model)?.values() ?? []) {
    for (const row of rowsOf(reference)) eraseWithReferences(scope, reference.model, String(row.id));
  }
}

function guardedModel(scope: Scope, model: Model, column: string): Model {
  const full = tableModel(scope, model);
  if (!columnFacts(full, column).isGuarded)
    throw new Error(`"${full.name}.${column}" is neither a state nor a counter.`);
  return full;
}

/** The row with this id; null if it is missing or belongs to another parent than the locked one. */
function rowUnder(scope: Scope, model: Model, id: string, parent: Parent | undefined): StoredRow | null {
  const under = parentCondition(scope, model, parent);
  const row = rowById(scope.view, model.name, id);
  return row && (!under || row[under.column] === under.id) ? row : null;
}

function write(scope: Scope, model: Model, id: string, row: StoredRow): Decoded | Conflict {
  const clash = findClash(scope, model, id, row);
  if (clash) return clash;
  checkReferences(scope, model, row);
  return replace(scope, model, id, row);
}

function replace(scope: Scope, model: Model, id: string, row: StoredRow): Decoded {
  writeRow(scope.view, model.name, id, row);
  return decodeRow(model, row);
}

function findClash(scope: Scope, model: Model, id: string, row: StoredRow): Conflict | null {
  for (const index of indexesOf(scope.view, model.name)) {
    if (!index.isUnique || !isComplete(index, row)) continue;
    const same = index.columns.map((column) => {
      return { column, operator: "in", operands: new Set([row[column] ?? null]) } as const;
    });
    const others = rowsWhere(scope.view, model.name, same).filter((other) => other.id !== id);
    if (others.length > 0) return new Conflict(model.name, index.columns[0] ?? "id");
  }
  return null;
}

/** A foreign key: who references a row that is not there is refused. */
function checkReferences(scope: Scope, model: Model, row: StoredRow): void {
  for (const [column, { facts }] of Object.entries(model.columns)) {
    const id = row[column] ?? null;
    if (facts.references === null || id === null) continue;
    if (!rowById(scope.view, facts.references, id)) {
      throw new Error(`"${model.name}.${column}" references a missing row of "${facts.references}".`);
    }
  }
}
