import type { GeneratedTable } from "@keyhold/adapter-sql";
import type { AppTable, AppTables } from "./app-table.js";

/** What a generator gets: the tables of a kind of database. */
export interface Source {
  readonly type: "sqlite" | "postgres" | "mysql";
  readonly tables: readonly GeneratedTable[];
  /** The tables of the app's own files: the generated file refers to them. */
  readonly own?: AppTables;
  /** The names of models in the app's own files of Prisma. */
  readonly taken?: ReadonlySet<string>;
}

/** A table of the app with the facts of the model. */
export interface OwnTable {
  readonly table: GeneratedTable;
  readonly app: AppTable;
}

/** The tables of the app, in the order of the models. */
export const ownTables = ({ tables, own }: Source): readonly OwnTable[] =>
  tables.flatMap((table) => {
    const app = own?.get(table.model);
    return app ? [{ table, app }] : [];
  });

export type Column = GeneratedTable["columns"][number];

export const isId = ({ property }: Column): boolean => property === "id";

/**
 * The constant default of a column as code; null without a default. MySQL supports no default of a text without a
 * length.
 */
export function defaultOf(type: Source["type"], { type: stored, defaultValue }: Column): string | null {
  const isEndless = type === "mysql" && /text$/.test(stored);
  return defaultValue === null || defaultValue instanceof Date || isEndless ? null : JSON.stringify(defaultValue);
}

/** For existing rows, of a required column without a default; null: the time of the migration. */
export const initialConstants = { text: '""', integer: "0", boolean: "false", json: '"null"', date: null } as const;

/** The table of a model's reference, with the column of the reference. */
export interface Reference {
  readonly from: GeneratedTable;
  readonly column: Column;
  readonly to: GeneratedTable;
  /** The name of the referenced row, e.g. "user" for "userId". */
  readonly one: string;
  /** The name of the rows that reference, e.g. "sessions". */
  readonly many: string;
  /** Whether the two tables have another reference, so that this reference needs a name. */
  readonly isOneOfSeveral: boolean;
}

/** Every reference between the tables, with names that no column has. */
export function referencesIn(tables: readonly GeneratedTable[]): readonly Reference[] {
  const found = tables.flatMap((from) =>
    from.columns.flatMap((column) => {
      const to = tables.find(({ name }) => name === column.references?.table);
      return to ? [{ from, column, to }] : [];
    }),
  );
  return found.map((one) => {
    const isOneOfSeveral = found.filter(({ from, to }) => from === one.from && to === one.to).length > 1;
    const base = one.column.property.replace(/Id$/, "");
    const many = isOneOfSeveral ? `${plural(one.from.model)}By${capital(base)}` : plural(one.from.model);
    return { ...one, one: free(one.from, base), many: free(one.to, many), isOneOfSeveral };
  });
}

function free({ columns }: GeneratedTable, name: string): string {
  return columns.some(({ property }) => property === name) ? `${name}Row` : name;
}

const plural = (name: string): string => (/[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`);

export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Plain code for a text, in the syntax of TypeScript and Prisma. */
export const quoted = (text: string): string => JSON.stringify(text);

/** The first line of a file that is made by this program. */
export const madeBy = (format: string): string =>
  `// Made by \`npx keyhold generate ${format}\`. Run it again after a change of plugins or of names.`;

export const isMadeHere = (text: string): boolean => /^(\/\/|--) Made by `npx keyhold generate/.test(text);
