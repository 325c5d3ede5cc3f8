import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { GeneratedTable } from "@keyhold/adapter-sql";
import type { AppTable, AppTables } from "./app-table.js";
import { isMadeHere } from "./source.js";

/** The models of the app for these tables, in the other files of the schema folder. */
export function prismaAppTables(tables: readonly GeneratedTable[], output: string): AppTables {
  const models = appFiles(output).flatMap(({ file, text }) =>
    modelsIn(text).map((model) => ({ ...model, file, text })),
  );
  return new Map(
    tables.flatMap(({ model, name, columns }): [string, AppTable][] => {
      const found = models.find((one) => one.table === name);
      const id = columns.find(({ property }) => property === "id")?.name ?? "id";
      if (!found) return [];
      const field = found.fields.find((one) => one.column === id)?.name ?? "id";
      const lists = new Set(found.fields.flatMap(({ type }) => (type.endsWith("[]") ? [type.slice(0, -2)] : [])));
      const has = new Set(found.fields.map(({ column }) => column));
      const fields = new Set(found.fields.map((one) => one.name));
      return [[model, { code: found.name, file: found.file, text: found.text, id: field, has, lists, fields }]];
    }),
  );
}

/** The names that the app has given to models, views, types and enums in the other files of the schema folder. */
export const prismaTakenNames = (output: string): ReadonlySet<string> =>
  new Set(
    appFiles(output).flatMap(({ text }) =>
      [...text.matchAll(/^\s*(?:model|view|type|enum)\s+(\w+)/gm)].map(([, name = ""]) => name),
    ),
  );

function appFiles(output: string): readonly { readonly file: string; readonly text: string }[] {
  const folder = dirname(output);
  return globSync("**/*.prisma", { cwd: folder })
    .map((path) => join(folder, path))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }))
    .filter(({ file, text }) => file !== output && !isMadeHere(text));
}

interface Model {
  readonly name: string;
  /** The name in the database. */
  readonly table: string;
  readonly fields: readonly { readonly name: string; readonly type: string; readonly column: string }[];
}

/** Git may give text files the line ends of Windows. */
export const withoutReturns = (text: string): string => text.replaceAll("\r\n", "\n");

const modelsIn = (text: string): readonly Model[] =>
  [...withoutReturns(text).matchAll(/^model\s+(\w+)\s*\{[^\n]*\n(.*?)^\}/gms)].map(([, name = "", body = ""]) => ({
    name,
    table: /^\s*@@map\((?:name:\s*)?"([^"]+)"/m.exec(body)?.[1] ?? name,
    fields: [...body.matchAll(/^\s*(\w+)\s+(\w+(?:\[\])?)(.*)$/gm)].map(([, field = "", type = "", rest = ""]) => ({
      name: field,
      type,
      column: /@map\((?:name:\s*)?"([^"]+)"/.exec(rest)?.[1] ?? field,
    })),
  }));
