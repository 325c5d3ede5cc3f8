import type { GeneratedTable } from "@keyhold/adapter-sql";
import type { Lack } from "./app-table.js";
import {
  type Column,
  capital,
  defaultOf,
  initialConstants,
  isId,
  madeBy,
  ownTables,
  quoted,
  type Reference,
  referencesIn,
  type Source,
} from "./source.js";

/** The tables as models of Prisma, for a file beside the app's own models. */
export function prismaSchema(source: Source): string {
  const references = referencesIn(source.tables);
  const generated = source.tables.filter(({ model }) => !source.own?.has(model));
  const models = generated.map((table) => modelCode(source, table, references));
  return `${madeBy("prisma")}\n\n${models.join("\n\n")}\n`;
}

/** The missing fields of the app's own models. Existing rows get the default. */
export const prismaLacks = (source: Source): readonly Lack[] =>
  ownTables(source).flatMap(({ table, app }) => {
    const references = referencesIn(source.tables);
    const fields = table.columns
      .filter(({ name }) => !app.has.has(name))
      .map((column) => fieldCode(source.type, column, initialOf(source.type, column)));
    const ones = references.filter(({ from, column }) => from === table && !app.has.has(column.name));
    const manys = references.filter(({ from, to }) => to === table && !app.lists.has(nameOf(source, from)));
    const lines = [
      ...fields,
      ...ones.map((one) => oneCode(source, one)),
      ...manys.map((many) => manyCode(source, many, app.fields)),
    ];
    return lines.length > 0 ? [{ ...app, lines }] : [];
  });

/** For existing rows, of a required column without a default. */
const initialOf = (type: Source["type"], column: Column): string | null =>
  defaultOf(type, column) ?? (column.facts.isOptional ? null : (initialConstants[column.facts.kind] ?? "now()"));

/** The name of a model: of the app's own model, or a name that the app has given to no other. */
const nameOf = ({ own, taken }: Names, { model }: GeneratedTable): string =>
  own?.get(model)?.code ?? free(capital(model), taken, (name) => `Auth${name}`);

type Names = Pick<Source, "own" | "taken">;

function free(name: string, taken: ReadonlySet<string> | undefined, next: (name: string) => string): string {
  return taken?.has(name) ? free(next(name), taken, next) : name;
}

function modelCode(source: Source, table: GeneratedTable, references: readonly Reference[]): string {
  const ones = references.filter(({ from }) => from === table);
  const manys = references.filter(({ to }) => to === table);
  const { type } = source;
  const searches = table.indexes.filter(({ isSearch }) => isSearch && type === "postgres");
  const lines = [
    ...table.columns.map((column) => fieldCode(type, column, defaultOf(type, column))),
    ...ones.map((one) => oneCode(source, one)),
    ...manys.map((many) => manyCode(source, many)),
    "",
    ...table.indexes.filter((index) => !searches.includes(index)).map((index) => indexCode(table, index)),
    `@@map(${quoted(table.name)})`,
    ...(table.schema === null ? [] : [`@@schema(${quoted(table.schema)})`]),
  ];
  const notes = searches.map((index) => searchNote(table, index));
  return [...notes, `model ${nameOf(source, table)} {`, ...lines.map((line) => (line ? `  ${line}` : "")), "}"].join(
    "\n",
  );
}

type Index = GeneratedTable["indexes"][number];

const fieldOf = ({ columns }: GeneratedTable, name: string): string =>
  columns.find((column) => column.name === name)?.property ?? name;

const indexCode = (table: GeneratedTable, { columns, isUnique, name }: Index): string =>
  `@@${isUnique ? "unique" : "index"}([${columns.map((column) => fieldOf(table, column)).join(", ")}], map: ${quoted(name)})`;

/** Prisma's schema has no collation of an index. */
function searchNote({ name: table, schema }: GeneratedTable, { name, columns }: Index): string {
  const place = schema === null ? quoted(table) : `${quoted(schema)}.${quoted(table)}`;
  return `// The search by prefix needs one more index. Add it to a migration:\n// create index ${quoted(name)} on ${place} (${columns.map((column) => `${quoted(column)} collate "C"`).join(", ")});`;
}

const types = { text: "String", integer: "BigInt", boolean: "Boolean", date: "DateTime", json: "String" } as const;

function fieldCode(type: Source["type"], column: Column, constant: string | null): string {
  const { property, name, facts } = column;
  return [
    `${property} ${types[facts.kind]}${facts.isOptional ? "?" : ""}`,
    isId(column) ? "@id" : "",
    constant === null ? "" : `@default(${constant})`,
    nativeType(type, column),
    name === property ? "" : `@map(${quoted(name)})`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The type of the database where Prisma would choose another type. */
function nativeType(type: Source["type"], { facts, isUuid, type: stored }: Column): string {
  if (type === "sqlite") return "";
  if (isUuid) return "@db.Uuid";
  if (type === "postgres") return facts.kind === "date" ? "@db.Timestamptz(3)" : "";
  const length = /^varchar\((\d+)\)$/.exec(stored)?.[1];
  if (length !== undefined) return `@db.VarChar(${length})`;
  if (facts.kind === "date") return "@db.DateTime(3)";
  if (facts.kind === "json") return "@db.LongText";
  return facts.kind === "text" ? "@db.Text" : "";
}

function oneCode(names: Names, { column, to, one, many, isOneOfSeveral }: Reference): string {
  const name = isOneOfSeveral ? `${quoted(many)}, ` : "";
  const id = names.own?.get(to.model)?.id ?? "id";
  return `${one} ${nameOf(names, to)}${column.facts.isOptional ? "?" : ""} @relation(${name}fields: [${column.property}], references: [${id}], onDelete: Cascade)`;
}

/** `taken`: the fields that the app's own model has already. */
function manyCode(names: Names, { from, many, isOneOfSeveral }: Reference, taken?: ReadonlySet<string>): string {
  const field = free(many, taken, (name) => `auth${capital(name)}`);
  return `${field} ${nameOf(names, from)}[]${isOneOfSeveral ? ` @relation(${quoted(many)})` : ""}`;
}
