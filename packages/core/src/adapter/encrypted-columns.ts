import type { Context } from "../contract/context.js";
import type { Row, Table } from "../model/model.js";
import { isEncrypted } from "../secret/encrypted-values.js";
import type { Verbs } from "./adapter.js";
import { pagesOf } from "./pages.js";

type AnyRow = Readonly<Record<string, unknown>>;

/** A column with values of `ctx.encryptedValues`: after a change of `secret` they are encrypted again. */
export interface EncryptedColumn {
  readonly model: Table;
  readonly column: string;
  /** The location to which the value of a row is bound. */
  placeOf(row: AnyRow): readonly string[];
  /**
   * Reads the values of all rows, and encrypts the values under older secrets again if `mayWrite`. Yields the counts
   * after each page of rows. A change by the running app is never overwritten.
   */
  read(ctx: ReencryptContext, options: { readonly mayWrite: boolean }): AsyncGenerator<EncryptedCounts>;
}

/** Declares a column with values of `ctx.encryptedValues`. `placeOf`: the location to which the value of a row is bound. */
export const encryptedColumn = <M extends Table>(
  model: M,
  column: keyof Row<M> & string,
  placeOf: (row: Row<M>) => readonly string[],
): EncryptedColumn => {
  const encrypted: EncryptedColumn = {
    model,
    column,
    placeOf: (row) => placeOf(row as Row<M>),
    // Here and not in the core, so that an app without such a column does not load this code.
    read: (ctx, options) => readEncrypted(ctx, encrypted, options),
  };
  return encrypted;
};

type ReencryptContext = Pick<Context, "db" | "transactionOn" | "encryptedValues" | "schema">;

/** What became of a value: "plain" was never encrypted, "current" by the newest secret. */
export type Reencrypted = "plain" | "current" | "outdated" | "encrypted again" | "unreadable";

/** Encrypts a value of a row again if an older secret did: unless the value was changed since the row was read. */
export async function encryptAgain(
  ctx: ReencryptContext,
  encrypted: EncryptedColumn,
  row: AnyRow,
  { mayWrite = true }: { readonly mayWrite?: boolean } = {},
): Promise<Reencrypted> {
  const stored = row[encrypted.column];
  if (typeof stored !== "string" || !isEncrypted(stored)) return "plain";
  const opened = await ctx.encryptedValues.open(encrypted.placeOf(row), stored);
  if (opened === null) return "unreadable";
  if (!opened.isOutdated) return "current";
  if (!mayWrite) return "outdated";
  await replaceValue(ctx, encrypted, row, { stored, text: opened.text });
  return "encrypted again";
}

/** Under the lock of the row or of the parent: what another caller has stored meanwhile is newer. */
async function replaceValue(
  ctx: ReencryptContext,
  { model, column, placeOf }: EncryptedColumn,
  row: AnyRow,
  { stored, text }: { readonly stored: string; readonly text: string },
): Promise<void> {
  const id = String(row.id);
  const value = await ctx.encryptedValues.encrypt(placeOf(row), text);
  const parentModel = model.parent === null ? model : (ctx.schema.models.get(model.parent) as Table);
  const parentId = model.parentColumn === null ? id : String(row[model.parentColumn]);
  await ctx.transactionOn(parentModel, parentId, async ({ db }, parent) => {
    const inside = db as object as Pick<Verbs<"inside">, "find"> & Update;
    const present: AnyRow | null = await inside.find(model, { id });
    if (present?.[column] !== stored) return;
    await inside.update(model, id, { [column]: value }, ...(model.parent === null ? [] : [parent]));
  });
}

interface Update {
  update(model: Table, id: string, patch: AnyRow, ...under: readonly object[]): Promise<unknown>;
}

/** The values of a column, as far as they were read. */
export interface EncryptedCounts {
  readonly model: string;
  readonly column: string;
  /** Encrypted by the newest secret. */
  readonly current: number;
  /** Encrypted by an older secret of the list. */
  readonly outdated: number;
  /** Encrypted by the newest secret just now. */
  readonly encryptedAgain: number;
  /** Not encrypted by a secret of the list: lost without the missing secret. */
  readonly unreadable: number;
}

async function* readEncrypted(
  ctx: ReencryptContext,
  encrypted: EncryptedColumn,
  options: { readonly mayWrite: boolean },
): AsyncGenerator<EncryptedCounts> {
  const { model, column } = encrypted;
  const counts = { plain: 0, current: 0, outdated: 0, "encrypted again": 0, unreadable: 0 };
  const told = (): EncryptedCounts => ({
    model: model.name,
    column,
    current: counts.current,
    outdated: counts.outdated,
    encryptedAgain: counts["encrypted again"],
    unreadable: counts.unreadable,
  });
  for await (const rows of pagesOf(ctx.db, model, {})) {
    for (const row of rows) counts[await encryptAgain(ctx, encrypted, row, options)] += 1;
    yield told();
  }
  yield told();
}
