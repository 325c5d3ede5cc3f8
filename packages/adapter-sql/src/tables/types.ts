import type { ColumnFacts, ColumnKind } from "@keyhold/core/adapter";
import type { DialectName } from "../dialect/dialect.js";
import type { ColumnDescription } from "./tables-of.js";

const typeNames = {
  sqlite: { text: "text", integer: "integer", boolean: "integer", date: "date", json: "text" },
  // Integers include milliseconds, which exceed 32 bits.
  postgres: { text: "text", integer: "bigint", boolean: "boolean", date: "timestamptz", json: "text" },
  mysql: { text: "text", integer: "bigint", boolean: "boolean", date: "datetime(3)", json: "longtext" },
} as const satisfies Record<DialectName, Record<ColumnKind, string>>;

/** The facts of a column that decide the type. */
type Typed = Pick<ColumnDescription, "property" | "facts" | "isIndexed" | "isUuid">;

/** The type of a new column. */
export function typeName(dialect: DialectName, { property, facts, isIndexed, isUuid }: Typed): string {
  if (isUuid) return "uuid";
  if (dialect !== "mysql" || facts.kind !== "text") return typeNames[dialect][facts.kind];
  if (property === "id" || facts.references !== null || facts.clearedWith !== null) {
    // An id of another server may be longer than an id of a row.
    return (facts.most ?? 36) > 36 ? "varchar(255)" : "varchar(36)";
  }
  // MySQL requires a length to index a text.
  return isIndexed || facts.states !== null ? "varchar(255)" : "text";
}

/** The most characters of a text, and the greatest number, that a column has to hold; null: no such limit. */
export function maxOf({ property, facts }: Pick<ColumnDescription, "property" | "facts">): number | null {
  const { kind, most, states, references, clearedWith } = facts;
  if (kind === "integer") return most ?? 2 ** 31 - 1;
  if (kind === "json") return most ?? 8192;
  if (kind !== "text") return null;
  if (states !== null) return Math.max(...states.map((state) => state.length));
  return most ?? (property === "id" || references !== null || clearedWith !== null ? 36 : 255);
}

const maxOfNumbers: Readonly<Record<string, number>> = {
  integer: 2 ** 31 - 1,
  int: 2 ** 31 - 1,
  mediumint: 2 ** 23 - 1,
};

/** The greatest number that a type holds; null: no limit, or none that matters. */
export const maxOfNumber = (dialect: DialectName, type: string): number | null =>
  dialect === "sqlite" ? null : (maxOfNumbers[type] ?? null);

/** What happens to longer values, after the type of a column. */
export function wordsOfRoom({ kind, withoutRoom }: ColumnFacts, wanted: number): string {
  if (kind === "integer") return `but numbers up to ${wanted} will be written: writes of greater ones will fail`;
  const texts = `but texts of up to ${wanted} characters will be written`;
  if (withoutRoom === null) return `${texts}: writes of longer ones will fail`;
  return `${texts}: ${withoutRoom === "null" ? "null is stored in place of longer ones" : "longer ones are cut"}`;
}

/** The types of existing columns that fit a kind of value. */
const fitting: Record<DialectName, Record<ColumnKind, RegExp>> = {
  sqlite: {
    text: /char|text|clob|^$/,
    integer: /int|num|^$/,
    boolean: /int|bool|num|^$/,
    date: /date|time|text|char|int|num|^$/,
    json: /json|text|char|clob|^$/,
  },
  postgres: {
    text: /^(text|character varying|character|name|uuid|(\S+\.)?citext)$/,
    integer: /^(bigint|integer|numeric)$/,
    boolean: /^boolean$/,
    date: /^timestamp with(out)? time zone$/,
    json: /^(text|character varying|json|jsonb)$/,
  },
  mysql: {
    text: /^(var)?char$|^(tiny|medium|long)?text$/,
    integer: /^(big|medium)?int$|^decimal$/,
    boolean: /^(tiny|small)?int$/,
    date: /^(datetime|timestamp)$/,
    json: /^varchar$|^(medium|long)?text$|^json$/,
  },
};

export const isFitting = (dialect: DialectName, kind: ColumnKind, type: string): boolean =>
  fitting[dialect][kind].test(type);
