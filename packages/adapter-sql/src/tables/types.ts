import type { ColumnKind } from "@keyhold/core/adapter";
import type { DialectName } from "../dialect/dialect.js";
import type { ColumnDescription } from "./tables-of.js";

const typeNames = {
  sqlite: { text: "text", integer: "integer", boolean: "integer", date: "date", json: "text" },
  // Integers include milliseconds, which exceed 32 bits.
  postgres: { text: "text", integer: "bigint", boolean: "boolean", date: "timestamptz", json: "text" },
  mysql: { text: "text", integer: "bigint", boolean: "boolean", date: "datetime(3)", json: "longtext" },
} as const satisfies Record<DialectName, Record<ColumnKind, string>>;

/** The facts of a column that decide its type. */
type Typed = Pick<ColumnDescription, "property" | "facts" | "isIndexed" | "isUuid">;

/** The type of a new column. */
export function typeName(
  dialect: DialectName,
  { property, facts, isIndexed, isUuid }: Typed,
  hasDefault = false,
): string {
  if (isUuid) return "uuid";
  if (dialect !== "mysql" || facts.kind !== "text") return typeNames[dialect][facts.kind];
  if (property === "id" || facts.references !== null || facts.clearedWith !== null) return "varchar(36)";
  // MySQL requires a length to index a text or to give it a default.
  return isIndexed || hasDefault || facts.states !== null ? "varchar(255)" : "text";
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
    text: /^(text|character varying|character|name|uuid)$/,
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
