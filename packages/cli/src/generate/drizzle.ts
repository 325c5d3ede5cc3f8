import type { GeneratedTable } from "@keyhold/adapter-sql";
import type { Lack } from "./app-table.js";
import { idCode, relationsCode } from "./drizzle-relations.js";
import { type Column, defaultOf, initialConstants, isId, madeBy, ownTables, quoted, type Source } from "./source.js";

export interface DrizzleOptions {
  readonly isTypeScript?: boolean;
  /** How the file imports a file of the app. */
  readonly importOf?: (file: string) => string;
  /** The major of drizzle-orm that declares the relations. Default: 0, which npm installs without a version. */
  readonly major?: 0 | 1;
}

/** The tables as a Drizzle schema with relations. The exports have the names of the models. */
export function drizzleSchema(source: Source, options: DrizzleOptions = {}): string {
  const { isTypeScript = true, importOf = String, major = 0 } = options;
  const { type, tables, own } = source;
  const writer = writers[type];
  const helpers = isTypeScript ? writer.helpers : writer.helpers.replace(/customType<[^>]*>/, "customType");
  const generated = tables.filter(({ model }) => !own?.has(model));
  const bodies = generated.map((table) => tableCode(source, table));
  const relations = relationsCode(source, major);
  const code = [...bodies, ...relations.code].join("\n\n");
  const schema = generated[0]?.schema ?? null;
  const functions = [...writer.functions, schema === null ? writer.table : "pgSchema"].filter((name) =>
    new RegExp(`(?<![\\w.])${name}(?:<[^>]*>)?\\(`).test(
      `${code}${writer.helpers}${schema === null ? "" : "pgSchema("}`,
    ),
  );
  const fromOrm = [relations.imported ?? "", /\bsql`/.test(code) ? "sql" : ""].filter(Boolean);
  return [
    madeBy("drizzle"),
    ...(fromOrm.length > 0 ? [`import { ${fromOrm.join(", ")} } from "drizzle-orm";`] : []),
    `import { ${[...new Set(functions)].sort().join(", ")} } from "drizzle-orm/${writer.module}";`,
    ...ownTables(source).map(({ app }) => `import { ${app.code} } from ${quoted(importOf(app.file))};`),
    "",
    ...(writer.helpers && code.includes("isoDate(") ? [helpers, ""] : []),
    ...(schema === null ? [] : [`export const ${schemaName} = pgSchema(${quoted(schema)});`, ""]),
    `${code}\n`,
  ].join("\n");
}

const schemaName = "authSchema";

interface Writer {
  readonly module: string;
  readonly table: string;
  readonly functions: readonly string[];
  /** Declarations of column types that Drizzle lacks. */
  readonly helpers: string;
  /** For existing rows, of a required date without a default. */
  readonly initialDate: string;
  column(column: Column): string;
}

const writers: Readonly<Record<Source["type"], Writer>> = {
  sqlite: {
    module: "sqlite-core",
    table: "sqliteTable",
    functions: ["customType", "index", "integer", "text", "uniqueIndex"],
    helpers: `/** Dates are ISO 8601 texts, which sort by time. */
const isoDate = customType<{ data: Date; driverData: string }>({
  dataType: () => "text",
  toDriver: (date) => date.toISOString(),
  fromDriver: (text) => new Date(text),
});`,
    initialDate: '"1970-01-01T00:00:00.000Z"',
    column({ name, facts }) {
      if (facts.kind === "boolean") return `integer(${quoted(name)}, { mode: "boolean" })`;
      if (facts.kind === "date") return `isoDate(${quoted(name)})`;
      if (facts.kind === "json") return `text(${quoted(name)}, { mode: "json" })`;
      return `${facts.kind}(${quoted(name)})`;
    },
  },
  postgres: {
    module: "pg-core",
    table: "pgTable",
    functions: ["bigint", "boolean", "index", "text", "timestamp", "uniqueIndex", "uuid"],
    helpers: "",
    initialDate: "sql`now()`",
    column({ name, facts, isUuid }) {
      if (isUuid) return `uuid(${quoted(name)})`;
      if (facts.kind === "integer") return `bigint(${quoted(name)}, { mode: "number" })`;
      if (facts.kind === "date") return `timestamp(${quoted(name)}, { withTimezone: true })`;
      return `${facts.kind === "json" ? "text" : facts.kind}(${quoted(name)})`;
    },
  },
  mysql: {
    module: "mysql-core",
    table: "mysqlTable",
    functions: ["bigint", "boolean", "datetime", "index", "longtext", "text", "uniqueIndex", "varchar"],
    helpers: "",
    initialDate: "sql`(now(3))`",
    column({ name, facts, type }) {
      const length = /^varchar\((\d+)\)$/.exec(type)?.[1];
      if (length !== undefined) return `varchar(${quoted(name)}, { length: ${length} })`;
      if (facts.kind === "integer") return `bigint(${quoted(name)}, { mode: "number" })`;
      if (facts.kind === "date") return `datetime(${quoted(name)}, { fsp: 3 })`;
      return `${facts.kind === "json" ? "longtext" : facts.kind}(${quoted(name)})`;
    },
  },
};

/** The missing columns of the app's own tables. Existing rows get the default. */
export const drizzleLacks = (source: Source): readonly Lack[] =>
  ownTables(source).flatMap(({ table, app }) => {
    const columns = table.columns.filter(({ name }) => !app.has.has(name));
    const lines = columns.map(
      (column) =>
        `${column.property}: ${columnCode(source, column, initialOf(source.type, column)).replace(/^isoDate/, "text")},`,
    );
    return lines.length > 0 ? [{ ...app, lines: [...importsFor(source.type, app.text, lines), ...lines] }] : [];
  });

/** Imports of functions that the lines call and the file does not import yet. */
function importsFor(type: Source["type"], text: string, lines: readonly string[]): readonly string[] {
  const { functions, module } = writers[type];
  const imported = [...text.matchAll(/^import\b[^;]*?from/gm)].join(" ");
  const isMissing = (name: string): boolean => !new RegExp(`\\b${name}\\b`).test(imported);
  const called = functions.filter((name) => lines.some((line) => line.includes(` ${name}(`))).filter(isMissing);
  return [
    ...(isMissing("sql") && lines.some((line) => line.includes("sql`")) ? ['import { sql } from "drizzle-orm";'] : []),
    ...(called.length > 0 ? [`import { ${called.join(", ")} } from "drizzle-orm/${module}";`] : []),
  ];
}

function initialOf(type: Source["type"], column: Column): string | null {
  const { kind, isOptional } = column.facts;
  const constant = defaultOf(type, column);
  if (constant !== null || isOptional) return constant;
  return initialConstants[kind] ?? writers[type].initialDate;
}

/**
 * `drizzle-kit push` on SQLite takes `false`, `0` and `""` for no default, and offers to delete the rows of the table.
 * A default as a text in SQL is recognized and found unchanged in the database, where the column makes the text a
 * number.
 */
const defaultCode = (type: Source["type"], constant: string): string =>
  (type === "sqlite" && zeroTexts[constant]) || constant;

const zeroTexts: Readonly<Record<string, string>> = { false: "sql`'0'`", "0": "sql`'0'`", '""': "sql`''`" };

function tableCode(source: Source, table: GeneratedTable): string {
  const { type } = source;
  const create = table.schema === null ? writers[type].table : `${schemaName}.table`;
  const columns = table.columns.map(
    (column) => `  ${column.property}: ${columnCode(source, column, defaultOf(type, column))},`,
  );
  const indexes = table.indexes.map((index) => {
    const keys = index.columns.map((name) => keyCode(type, table, name, index.isSearch));
    return `  ${index.isUnique ? "uniqueIndex" : "index"}(${quoted(index.name)}).on(${keys.join(", ")}),`;
  });
  const end = indexes.length === 0 ? "});" : `}, (table) => [\n${indexes.join("\n")}\n]);`;
  return `export const ${table.model} = ${create}(${quoted(table.name)}, {\n${columns.join("\n")}\n${end}`;
}

/** The search by prefix needs the order of code points, and PostgreSQL sorts by a language. */
function keyCode(type: Source["type"], { columns }: GeneratedTable, name: string, isSearch: boolean): string {
  const property = columns.find((column) => column.name === name)?.property ?? name;
  const reference = `table.${property}`;
  return isSearch && type === "postgres" ? `sql\`\${${reference}} collate "C"\`` : reference;
}

function columnCode({ type, tables, own }: Source, column: Column, constant: string | null): string {
  const { facts, references } = column;
  const target = tables.find(({ name }) => name === references?.table);
  const parts = [
    writers[type].column(column),
    isId(column) ? ".primaryKey()" : "",
    !isId(column) && !facts.isOptional ? ".notNull()" : "",
    constant === null ? "" : `.default(${defaultCode(type, constant)})`,
    target ? `.references(() => ${idCode(own, target)}, { onDelete: "cascade" })` : "",
  ];
  return parts.join("");
}
