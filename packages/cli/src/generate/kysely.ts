import type { GeneratedTable } from "@keyhold/adapter-sql";
import { type Column, capital, isId, madeBy, quoted, type Source } from "./source.js";

/** The tables as types of Kysely, with the names of the database. */
export function kyselyTypes({ type, tables }: Source): string {
  const interfaces = tables.map((table) => tableCode(type, table));
  const keys = tables.map(({ schema, name, model }) => {
    const key = schema === null ? name : `${schema}.${name}`;
    return `  ${keyed(key)}: ${capital(model)}Table;`;
  });
  const code = [...interfaces, `export interface AuthTables {\n${keys.join("\n")}\n}`].join("\n\n");
  const used = ["ColumnType", "Generated"].filter((name) => code.includes(`${name}<`));
  const imports = used.length > 0 ? [`import type { ${used.join(", ")} } from "kysely";`, ""] : [];
  return [madeBy("kysely"), ...imports, `${code}\n`].join("\n");
}

const keyed = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name));

function tableCode(type: Source["type"], { model, columns }: GeneratedTable): string {
  const lines = columns.map((column) => `  ${keyed(column.name)}: ${columnType(type, column)};`);
  return `/** A row of "${model}". */\nexport interface ${capital(model)}Table {\n${lines.join("\n")}\n}`;
}

/** What drivers return and take for each kind of column. */
const valueTypes = {
  // SQLite has no such types and returns what is stored: numbers for booleans, ISO 8601 texts for dates.
  sqlite: { text: "string", integer: "number", boolean: "number", date: "string", json: "string" },
  // `pg` returns 64-bit integers as texts.
  postgres: {
    text: "string",
    integer: ["string", "string | number | bigint"],
    boolean: "boolean",
    date: ["Date", "Date | string"],
    json: "string",
  },
  mysql: {
    text: "string",
    integer: "number",
    boolean: ["number", "number | boolean"],
    date: ["Date", "Date | string"],
    json: "string",
  },
} as const;

function columnType(type: Source["type"], column: Column): string {
  const { facts, defaultValue } = column;
  const value = valueTypes[type][facts.kind];
  const orNull = facts.isOptional ? " | null" : "";
  const hasDefault = defaultValue !== null && !isId(column);
  if (typeof value === "string") return hasDefault ? `Generated<${value}>` : `${value}${orNull}`;
  const [read, written] = value;
  const inserted = facts.isOptional ? `${written} | null | undefined` : `${written}${hasDefault ? " | undefined" : ""}`;
  return `ColumnType<${read}${orNull}, ${inserted}, ${written}${orNull}>`;
}
