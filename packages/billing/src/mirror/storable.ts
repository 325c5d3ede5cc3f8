import { isId } from "../provider/owner.js";

/** Every database stores the years 1 to 9999, and no other year. */
const firstInstant = Date.parse("0001-01-01T00:00:00.000Z");
const lastInstant = Date.parse("9999-12-31T23:59:59.999Z");

/** Whether every database stores the date. */
export const isStorableDate = (value: unknown): boolean =>
  value instanceof Date && value.getTime() >= firstInstant && value.getTime() <= lastInstant;

/** A text that every database stores; an id is never shortened: a shortened id would be another entity's. */
const shortened = (value: unknown): string =>
  String(value).toWellFormed().replaceAll("\0", "").slice(0, 255).toWellFormed();

const isIdColumn = (name: string): boolean => name === "id" || name.endsWith("Id");

/** The value of a column as every database stores it: of a descriptive text the first 255 characters, without NUL. */
export function storable(kind: string, name: string, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  return kind === "text" && !isIdColumn(name) ? shortened(value) : value;
}

interface Facts {
  readonly kind: string;
  readonly isOptional: boolean;
}

/** Whether every database stores the value in a column with these facts. */
export function isStorable({ kind, isOptional }: Facts, name: string, value: unknown): boolean {
  if (value === undefined || value === null) return isOptional;
  switch (kind) {
    case "date":
      return isStorableDate(value);
    case "integer":
      return Number.isSafeInteger(value);
    case "text":
      return !isIdColumn(name) || isId(value);
    default:
      return true;
  }
}
