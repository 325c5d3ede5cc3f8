import type { Context } from "../contract/context.js";
import { commonErrors } from "../contract/errors.js";
import type { ColumnKind } from "./column.js";
import { readDate } from "./date.js";

/** The position of a row in an ordered list, as `ListOptions.cursor` takes it. */
export interface CursorPlace<Value> {
  readonly value: Value;
  readonly id: string;
}

const maxCursorLength = 4096;

type Sortable = string | number | boolean | Date | null;

/**
 * The position of a row as text, for a caller to continue a list after the row. The text reveals the value of the
 * column, and grants no access.
 */
export function writeCursor(value: Sortable, id: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify([value, id]));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/**
 * The position in a cursor from a caller, for a list ordered by a column of this kind; null if the cursor is invalid.
 */
export function readCursor(kind: "date", cursor: string): CursorPlace<Date> | null;
export function readCursor(kind: "text", cursor: string): CursorPlace<string> | null;
export function readCursor(kind: ColumnKind, cursor: string): CursorPlace<Date | string> | null {
  const parts = parse(cursor);
  if (!Array.isArray(parts) || parts.length !== 2) return null;
  const [value, id] = parts;
  if (!isText(value) || !isText(id)) return null;
  if (kind !== "date") return { value, id };
  const date = readDate(value);
  return date && { value: date, id };
}

/** Fails with VALIDATION_ERROR for a cursor that `readCursor` cannot read; `path`: the field of the cursor. */
export const failCursor = (ctx: Pick<Context, "fail">, path = "cursor"): never =>
  ctx.fail(commonErrors.VALIDATION_ERROR, { issues: [{ path, message: "Not a cursor of this list" }] });

/**
 * A page of a list. Read one row more than `limit`: that row tells whether there is a next page. `by`: the column of
 * the order.
 *
 * @example const { shown, nextCursor } = pageOf(await ctx.db.list(shopModel, {}, { orderBy: "name", limit: limit + 1 }), limit, "name");
 */
export function pageOf<
  Column extends string,
  Listed extends { readonly id: string } & { readonly [C in Column]: Sortable },
>(
  rows: readonly Listed[],
  limit: number,
  by: Column,
): { readonly shown: readonly Listed[]; readonly nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, nextCursor: last && rows.length > limit ? writeCursor(last[by], last.id) : null };
}

/** PostgreSQL accepts no NUL, not even in a comparison. The client controls this text, and no schema has checked it. */
const isText = (part: unknown): part is string =>
  typeof part === "string" && part.isWellFormed() && !part.includes("\0");

function parse(cursor: string): unknown {
  if (cursor.length > maxCursorLength || !/^[A-Za-z0-9_-]+$/.test(cursor)) return null;
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
