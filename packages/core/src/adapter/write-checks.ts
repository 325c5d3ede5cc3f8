import type { ColumnFacts } from "../model/column.js";
import type { Model } from "../model/model.js";
import type { CounterBounds } from "./adapter.js";
import type { AnyListOptions, AnyRow, AnyWhere, RowBounds, UnderParent } from "./row-store.js";

/** The facts of a column. Throws if the model has no such column. */
export function factsOf({ name, columns }: Model, column: string): ColumnFacts {
  const facts = Object.hasOwn(columns, column) ? columns[column]?.facts : undefined;
  if (!facts) throw new Error(`Model "${name}" has no column "${column}".`);
  return facts;
}

/** Throws for a model of one-time rows. */
export function checkTable({ name, use }: Model): void {
  if (use === "one-time")
    throw new Error(`One-time rows of "${name}" can only be inserted, found, consumed and removed.`);
}

/** Throws for any other model. */
export function checkOneTime({ name, use }: Model): void {
  if (use !== "one-time") throw new Error(`Rows of "${name}" are not one-time rows: use remove.`);
}

/** A forgotten condition must not remove every row. */
export function checkNotEmpty({ name }: Model, where: AnyWhere): void {
  if (Object.keys(where).length === 0) throw new Error(`A removal of "${name}" needs at least one condition.`);
}

export function checkList(model: Model, { orderBy, limit, with: other }: AnyListOptions): void {
  checkTable(model);
  if (other) checkTable(other);
  if (factsOf(model, orderBy).kind === "json")
    throw new Error(`Rows of "${model.name}" cannot be ordered by "${orderBy}".`);
  checkLimit(`A list of "${model.name}"`, limit);
}

export function checkRemoveSome(model: Model, where: AnyWhere, limit: number): void {
  const { name, parent } = model;
  checkLimit(`removeSome of "${name}"`, limit);
  if (parent !== null)
    throw new Error(`A row of "${name}" can only be removed in a transaction on its locked "${parent}".`);
  checkNotEmpty(model, where);
}

function checkLimit(subject: string, limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 0) throw new Error(`${subject} needs a limit.`);
}

/** A new child belongs to the locked parent. */
export function checkNewChild({ name }: Model, row: AnyRow, under: UnderParent | null): void {
  if (under && row[under.column] !== under.id)
    throw new Error(`The new "${name}" belongs to another parent than the locked one.`);
}

/**
 * The columns to change, without undefined columns, in the order of the model: the order of a caller's keys would
 * create ever new statements.
 */
export function readPatch(model: Model, patch: AnyRow, under: UnderParent | null): AnyRow {
  for (const name of Object.keys(patch)) factsOf(model, name);
  const changes: AnyRow = {};
  for (const name of Object.keys(model.columns)) {
    const value = Object.hasOwn(patch, name) ? patch[name] : undefined;
    if (value === undefined) continue;
    const { isGuarded, isOptional } = factsOf(model, name);
    if (name === "id" || isGuarded) throw new Error(`"${model.name}.${name}" cannot be changed by update.`);
    if (value === null && !isOptional) throw new Error(`The column "${model.name}.${name}" cannot be null.`);
    if (name === under?.column && value !== under.id)
      throw new Error(`A row of "${model.name}" cannot move to another parent.`);
    changes[name] = value;
  }
  return changes;
}

/** The facts of a state or a counter. Throws for other columns. */
export function checkGuarded(model: Model, column: string): ColumnFacts {
  const facts = factsOf(model, column);
  if (!facts.isGuarded) throw new Error(`"${model.name}.${column}" is neither a state nor a counter.`);
  return facts;
}

export function checkCounter(model: Model, column: string, by: number): void {
  if (checkGuarded(model, column).kind !== "integer") throw new Error(`"${model.name}.${column}" is not a counter.`);
  if (!Number.isSafeInteger(by)) throw new TypeError(`"${model.name}.${column}" can only change by a whole number.`);
}

/** A bound beyond the range of a counter counts as no bound. */
export function readBounds({ min = -Infinity, max = Infinity }: CounterBounds): RowBounds {
  if (Number.isNaN(min) || Number.isNaN(max)) throw new Error("A counter's bound is not a number.");
  const most = Number.MAX_SAFE_INTEGER;
  return {
    min: min <= -most ? null : Math.min(Math.ceil(min), most),
    max: max >= most ? null : Math.max(Math.floor(max), -most),
  };
}
