import type { GeneratedTable } from "@keyhold/adapter-sql";
import { quoted, type Reference, referencesIn, type Source } from "./source.js";

/** The relations of a schema, and the function of Drizzle that declares them. */
export interface RelationsCode {
  readonly code: readonly string[];
  /** The import from "drizzle-orm"; null without relations. */
  readonly imported: "relations" | "defineRelations" | null;
}

/** Drizzle 1 declares the relations of all tables in one call, Drizzle 0 those of each table by itself. */
export function relationsCode(source: Source, major: 0 | 1): RelationsCode {
  const references = referencesIn(source.tables);
  if (references.length === 0) return { code: [], imported: null };
  return major === 0
    ? { code: perTable(source, references), imported: "relations" }
    : { code: [together(source, references)], imported: "defineRelations" };
}

/** The name of the export for Drizzle 1. */
export const relationsName = "authRelations";

function perTable({ tables, own }: Source, references: readonly Reference[]): readonly string[] {
  return tables.flatMap((table) => {
    const ones = references.filter(({ from }) => from === table);
    const manys = references.filter(({ to }) => to === table);
    if (ones.length + manys.length === 0) return [];
    const used = [ones.length > 0 ? "one" : "", manys.length > 0 ? "many" : ""].filter(Boolean);
    const lines = [...ones.map((one) => oneCode(own, one)), ...manys.map((many) => manyCode(own, many))];
    return `export const ${table.model}Relations = relations(${codeOf(own, table)}, ({ ${used.join(", ")} }) => ({\n${lines.join("\n")}\n}));`;
  });
}

function oneCode(own: Source["own"], { from, column, to, one, many, isOneOfSeveral }: Reference): string {
  const name = isOneOfSeveral ? `, relationName: ${quoted(many)}` : "";
  return `  ${one}: one(${codeOf(own, to)}, { fields: [${codeOf(own, from)}.${column.property}], references: [${idCode(own, to)}]${name} }),`;
}

const manyCode = (own: Source["own"], { from, many, isOneOfSeveral }: Reference): string =>
  `  ${many}: many(${codeOf(own, from)}${isOneOfSeveral ? `, { relationName: ${quoted(many)} }` : ""}),`;

function together({ tables, own }: Source, references: readonly Reference[]): string {
  const related = tables.filter((table) => references.some(({ from, to }) => from === table || to === table));
  const entries = related.map((table) => {
    const ones = references.filter(({ from }) => from === table).map((one) => oneOf(own, one));
    const manys = references.filter(({ to }) => to === table).map((many) => manyOf(own, many));
    return `  ${codeOf(own, table)}: {\n${[...ones, ...manys].join("\n")}\n  },`;
  });
  const names = related.map((table) => codeOf(own, table)).join(", ");
  return `export const ${relationsName} = defineRelations({ ${names} }, (r) => ({\n${entries.join("\n")}\n}));`;
}

function oneOf(own: Source["own"], { from, column, to, one, many, isOneOfSeveral }: Reference): string {
  const facts = [
    `from: r.${codeOf(own, from)}.${column.property}`,
    `to: r.${idCode(own, to)}`,
    ...(column.facts.isOptional ? [] : ["optional: false"]),
    ...(isOneOfSeveral ? [`alias: ${quoted(many)}`] : []),
  ];
  return `    ${one}: r.one.${codeOf(own, to)}({ ${facts.join(", ")} }),`;
}

const manyOf = (own: Source["own"], { from, many, isOneOfSeveral }: Reference): string =>
  `    ${many}: r.many.${codeOf(own, from)}(${isOneOfSeveral ? `{ alias: ${quoted(many)} }` : ""}),`;

const codeOf = (own: Source["own"], { model }: GeneratedTable): string => own?.get(model)?.code ?? model;

export const idCode = (own: Source["own"], table: GeneratedTable): string =>
  `${codeOf(own, table)}.${own?.get(table.model)?.id ?? "id"}`;
