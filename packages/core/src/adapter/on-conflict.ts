import type { HookContext } from "../contract/context.js";
import { type CommonErrorCode, type ErrorEntry, isErrorEntry } from "../contract/errors.js";
import type { Flagged, Insert, Model, Patch, Row, Table, Unique } from "../model/model.js";
import type { Adapter, Locked, Tx, Under, Verbs } from "./adapter.js";
import { type Conflict, isConflict } from "./conflict.js";
import { insertEach } from "./insert-each.js";

/** Answers instead of the row. In a transaction the handler throws: after a conflict only a rollback can follow. */
type ConflictHandler<Place, T> = Place extends "inside"
  ? (conflict: Conflict) => never
  : (conflict: Conflict) => T | Promise<T>;

/**
 * The decision about a violated unique index: the error to fail with, which the endpoint lists, or a handler that
 * gives the answer.
 *
 * @example await ctx.db.insert(couponModel, { code }, { onConflict: errors.COUPON_EXISTS });
 */
export interface OnConflict<Place extends "inside" | "outside", Code extends string, T = never> {
  readonly onConflict: ErrorEntry<Code | CommonErrorCode> | ConflictHandler<Place, T>;
}

/** The options of an insert without a decision: required if the model has a unique column. */
type Undecided<M extends Model, Decision> = [Unique<M>] extends [never] ? [] : [options: Decision];

/** A patch that names no unique column. */
type PlainPatch<M extends Table> = Partial<Omit<Row<M>, "id" | Flagged<M, "guarded"> | Unique<M>>> & {
  readonly [K in Exclude<Unique<M>, "id">]?: never;
};

/**
 * The verbs of a context: `insert` and `update` never answer a conflict that the caller can drop. `onConflict` is
 * required for a model with a unique column or index, and for an update that names a unique column. Elsewhere it is
 * optional, and a conflict without `onConflict` throws.
 */
export interface ContextVerbs<Place extends "inside" | "outside", Code extends string>
  extends Omit<Verbs<Place>, "insert" | "update"> {
  /** `INSERT`. The unique index decides; there is no read before the write. */
  insert<M extends Model, T = never>(
    model: M,
    row: Insert<M>,
    ...options: [...Under<M, Place>, options: OnConflict<Place, Code, T>]
  ): Promise<(Place extends "inside" ? Locked<M> : Row<M>) | T>;
  insert<M extends Model>(
    model: M,
    row: Insert<M>,
    ...options: [...Under<M, Place>, ...Undecided<M, OnConflict<Place, Code>>]
  ): Promise<Place extends "inside" ? Locked<M> : Row<M>>;
  /** `UPDATE … WHERE id RETURNING *`. Null if the row is gone. */
  update<M extends Table>(
    model: M,
    id: string,
    patch: PlainPatch<M>,
    ...under: Under<M, Place>
  ): Promise<Row<M> | null>;
  update<M extends Table, T = never>(
    model: M,
    id: string,
    patch: Patch<M>,
    ...options: [...Under<M, Place>, options: OnConflict<Place, Code, T>]
  ): Promise<Row<M> | T | null>;
}

/** The database of a call. `Code`: the errors that `onConflict` takes. */
export interface ContextDb<Code extends string = never> extends ContextVerbs<"outside", Code> {}

/** The database of a transaction. */
export interface ContextTx<Code extends string = never> extends ContextVerbs<"inside", Code>, Pick<Tx, "lock"> {
  /** `INSERT … VALUES (…), (…)`: several rows of a model, in the given order. Each row as with `insert`. */
  insertMany<M extends Model>(
    model: M,
    rows: readonly Insert<M>[],
    ...options: [...Under<M, "inside">, options: OnConflict<"inside", Code>]
  ): Promise<readonly Locked<M>[]>;
  insertMany<M extends Model>(
    model: M,
    rows: readonly Insert<M>[],
    ...options: [...Under<M, "inside">, ...Undecided<M, OnConflict<"inside", Code>>]
  ): Promise<readonly Locked<M>[]>;
}

/** Fails with an entry of any catalogue, as every context does. */
type Failing = Pick<HookContext, "fail">;

type AnyVerb = (...given: unknown[]) => Promise<unknown>;
type Write = "insert" | "insertMany" | "update";

const otherVerbs = [
  "find",
  "list",
  "count",
  "exists",
  "transition",
  "add",
  "consume",
  "remove",
  "removeSome",
  "lock",
] as const;

/** The verbs of the port with decisions about conflicts: the only place where a `Conflict` of the port is handled. */
export function decideConflicts(ctx: Failing, db: Adapter): ContextDb;
export function decideConflicts(ctx: Failing, db: Tx): ContextTx;
export function decideConflicts(ctx: Failing, db: Adapter | Tx): ContextDb | ContextTx {
  const port = db as object as Partial<Record<(typeof otherVerbs)[number] | "insertMany", AnyVerb>> &
    Record<Exclude<Write, "insertMany">, AnyVerb>;
  const decided: Record<string, AnyVerb> = {
    insert(given, row, ...rest) {
      const model = given as Model;
      const { parent, onConflict } = parse("insert", model, rest);
      if (onConflict === undefined) requireDecision("insert", model, insertedUnique(model));
      return settle(port.insert(model, row, ...parent), "insert", onConflict, ctx);
    },
    update(given, id, patch, ...rest) {
      const model = given as Model;
      const { parent, onConflict } = parse("update", model, rest);
      if (onConflict === undefined) requireDecision("update", model, patchedUnique(model, patch as object));
      return settle(port.update(model, id, patch, ...parent), "update", onConflict, ctx);
    },
  };
  if (port.lock)
    decided.insertMany = (given, rows, ...rest) => {
      const model = given as Model;
      const { parent, onConflict } = parse("insertMany", model, rest);
      if (onConflict === undefined) requireDecision("insertMany", model, insertedUnique(model));
      const written = port.insertMany
        ? port.insertMany(model, rows, ...parent)
        : insertEach(rows as readonly unknown[], (row) => port.insert(model, row, ...parent));
      return settle(written, "insertMany", onConflict, ctx);
    };
  for (const verb of otherVerbs) if (port[verb]) decided[verb] = (...given) => (port[verb] as AnyVerb)(...given);
  return decided as object as ContextDb | ContextTx;
}

type Decision = ErrorEntry | ((conflict: Conflict) => unknown);

function parse(verb: Write, model: Model, rest: unknown[]): { parent: unknown[]; onConflict: Decision | undefined } {
  const parent = model.parent === null ? [] : rest.slice(0, 1);
  const options = rest[parent.length] as { readonly onConflict?: unknown } | undefined;
  if (options === undefined) return { parent, onConflict: undefined };
  const { onConflict } = options;
  if (typeof onConflict === "function" || isErrorEntry(onConflict))
    return { parent, onConflict: onConflict as Decision };
  throw new TypeError(
    `ctx.db.${verb} of "${model.name}": \`onConflict\` takes an entry of an error catalogue or a function, not ${typeof onConflict}. ${advice(verb, model)}`,
  );
}

async function settle(
  written: Promise<unknown>,
  verb: Write,
  onConflict: Decision | undefined,
  ctx: Failing,
): Promise<unknown> {
  const answer = await written;
  if (!isConflict(answer)) return answer;
  if (typeof onConflict === "function") return onConflict(answer);
  if (onConflict) return ctx.fail(onConflict);
  const { model, column } = answer;
  throw new Error(
    `ctx.db.${verb} of "${model}": another row has this "${column}". Pass \`onConflict\` to decide what follows.`,
  );
}

function requireDecision(verb: Write, model: Model, column: string | null): void {
  if (column === null) return;
  const why = column === "id" ? "the caller chooses its id" : `"${column}" is unique`;
  throw new TypeError(`ctx.db.${verb} of "${model.name}" needs a decision: ${why}. ${advice(verb, model)}`);
}

const advice = (verb: Write, { parent }: Model): string => {
  const values = { insert: "the row", insertMany: "the rows", update: "the patch" }[verb];
  const last = parent === null ? values : `the locked "${parent}"`;
  return `Pass { onConflict: errors.X }, an error of the endpoint, or { onConflict: (conflict) => … }, after ${last}.`;
};

/** A unique column of the model; "id" if rows have no default for it; else null. */
function insertedUnique({ columns, uniques }: Model): string | null {
  if (columns.id && columns.id.facts.initial === null) return "id";
  for (const name in columns) if (columns[name]?.facts.isUnique) return name;
  return uniques[0]?.[0] ?? null;
}

/** A unique column that the patch names; else null. */
function patchedUnique({ columns, uniques }: Model, patch: object): string | null {
  const isUnique = (name: string): boolean =>
    (Object.hasOwn(columns, name) && columns[name]?.facts.isUnique) || uniques.some((names) => names.includes(name));
  const given = Object.entries(patch).find(([name, value]) => value !== undefined && isUnique(name));
  return given?.[0] ?? null;
}
