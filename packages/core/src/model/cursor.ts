import type { ColumnKind } from "./column.js";
import { readMoment } from "./moment.js";

/** The place of a row in an ordered list, as `ListOptions.cursor` takes it. */
export interface Place<Value> {
  readonly value: Value;
  readonly id: string;
}

const longestCursor = 4096;

/** A row's place as text, for a caller to hand back and read on after it. It shows what the row's column says, and grants nothing. */
export function writeCursor(value: string | number | boolean | Date | null, id: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify([value, id]));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** The place that a caller hands back, in a list ordered by a column of this kind; null when it is none. */
export function readCursor(kind: "date", cursor: string): Place<Date> | null;
export function readCursor(kind: "text", cursor: string): Place<string> | null;
export function readCursor(kind: ColumnKind, cursor: string): Place<Date | string> | null {
  const parts = parse(cursor);
  if (!Array.isArray(parts) || parts.length !== 2) return null;
  const [value, id] = parts;
  if (!isText(value) || !isText(id)) return null;
  if (kind !== "date") return { value, id };
  const date = readMoment(value);
  return date && { value: date, id };
}

/** PostgreSQL takes no NUL, not even to compare with. The caller has made this text: no input was asked about it. */
const isText = (part: unknown): part is string =>
  typeof part === "string" && part.isWellFormed() && !part.includes("\0");

function parse(cursor: string): unknown {
  if (cursor.length > longestCursor || !/^[A-Za-z0-9_-]+$/.test(cursor)) return null;
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
