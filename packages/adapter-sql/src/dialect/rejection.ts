import type { ColumnPlan } from "../statement/plan.js";
import { property, textProperty } from "./error.js";

/** The written values in their stored form, by their columns. */
export type Written = readonly (readonly [ColumnPlan, unknown])[];

/** A value that the column of an existing table does not take. */
export interface Rejection {
  /** The possible columns; empty: the error tells no column. */
  readonly columns: readonly ColumnPlan[];
  /** The characters that the column takes; null: the error does not tell, or the length is not the reason. */
  readonly most: number | null;
  /** Whether the text is too long. */
  readonly isTooLong: boolean;
}

const characters = (value: unknown): number => (typeof value === "string" ? Array.from(value).length : 0);

const isText = (kind: ColumnPlan["facts"]["kind"]): boolean => kind === "text" || kind === "json";

const named = (written: Written, name: string): readonly ColumnPlan[] =>
  written.map(([column]) => column).filter(({ sqlName }) => sqlName.toLowerCase() === name.toLowerCase());

const namedIn = (written: Written, text: string): readonly ColumnPlan[] =>
  written.map(([column]) => column).filter(({ sqlName }) => text.toLowerCase().includes(sqlName.toLowerCase()));

const other = (columns: readonly ColumnPlan[]): Rejection => ({ columns, most: null, isTooLong: false });

/**
 * The rejections of PostgreSQL: too long, out of range, no text of a type, no character of the encoding, null, a check. Of a
 * text that is too long the error has the type with the length, e.g. "character varying(64)", and no column.
 */
export function rejectionByPostgres(error: unknown, written: Written): Rejection | null {
  const state = textProperty(error, "code");
  const message = textProperty(error, "message");
  if (state === "22001") {
    const most = Number(/\((\d+)\)/.exec(message)?.[1] ?? Number.NaN);
    const long = written
      .filter(([{ facts }, value]) => isText(facts.kind) && characters(value) > most)
      .map(([column]) => column);
    return { columns: long, most: Number.isNaN(most) ? null : most, isTooLong: true };
  }
  if (state === "23502") return other(named(written, textProperty(error, "column")));
  if (state === "23514") return other(namedIn(written, textProperty(error, "constraint")));
  if (!["22003", "22007", "22008", "22021", "22P02", "22P05"].includes(state)) return null;
  const quoted = written.filter(([, value]) => value !== null && message.includes(`"${String(value)}"`));
  return other(quoted.map(([column]) => column));
}

/** Null, no default, out of range, no date, truncated, too long, no character of the character set, two kinds of checks. */
const numbersOfMysql = new Set([1048, 1364, 1264, 1292, 1265, 1406, 1366, 4025, 3819]);

/** The rejections of MySQL and MariaDB: the last quoted word is the name of the column; others may be user input. */
export function rejectionByMysql(error: unknown, written: Written): Rejection | null {
  const number = Number(property(error, "errno"));
  if (!numbersOfMysql.has(number)) return null;
  const message = textProperty(error, "sqlMessage") || textProperty(error, "message");
  if (number === 4025 || number === 3819) return other(namedIn(written, message));
  const [, name = ""] = /.*[`']([^`']+)[`']/s.exec(message) ?? [];
  return { ...other(named(written, name)), isTooLong: number === 1406 };
}

/** The rejections of SQLite: of a check, whose text may have the length; of a strict table; of NOT NULL. */
export function rejectionBySqlite(error: unknown, written: Written): Rejection | null {
  const message = textProperty(error, "message");
  const [, check] = /CHECK constraint failed: (.*)/s.exec(message) ?? [];
  if (check !== undefined) {
    const [, name = "", sign, length] = /length\s*\(\s*["`[]?(\w+)["`\]]?\s*\)\s*(<=?)\s*(\d+)/i.exec(check) ?? [];
    if (length === undefined) return other(namedIn(written, check));
    return { columns: named(written, name), most: Number(length) - (sign === "<" ? 1 : 0), isTooLong: true };
  }
  const [, cell] = /(?:cannot store .* column|NOT NULL constraint failed:) (\S+)/s.exec(message) ?? [];
  return cell === undefined ? null : other(named(written, cell.slice(cell.lastIndexOf(".") + 1)));
}
