import type { Schema } from "@keyhold/core/adapter";

/** The names of a table. */
export interface TableNaming {
  readonly name?: string;
  /** Names by the names of the model's columns. */
  readonly columns?: Readonly<Record<string, string>>;
}

/**
 * The names of tables and columns in the database.
 *
 * @example { case: "snake", plural: true } // "users"."email_verified"
 * @example { tables: { user: { name: "people", columns: { name: "full_name" } } } }
 */
export interface NamingOptions {
  /** "camel": "emailVerified", as in the models (default). "snake": "email_verified". */
  readonly case?: "camel" | "snake";
  /** Whether tables have the plural of their model's name: "users". Default false. */
  readonly plural?: boolean;
  /** The schema of the tables on PostgreSQL. Default: the search path of the connection. */
  readonly schema?: string;
  /** Names of single tables, by model: a name, or a name and names of columns. These names are used as they are. */
  readonly tables?: Readonly<Record<string, string | TableNaming>>;
}

/** The names of the tables of an auth. */
export interface Names {
  /** The schema of the tables; null for the search path. */
  readonly schema: string | null;
  table(model: string): string;
  column(model: string, column: string): string;
}

/** Throws if the options name an unknown model or column, or give two tables or columns an equal name. */
export function createNames({ models }: Schema, naming: NamingOptions): Names {
  const cased = naming.case === "snake" ? snake : (name: string): string => name;
  const given = naming.tables ?? {};
  const tableNaming = (model: string): TableNaming => {
    const own = Object.hasOwn(given, model) ? given[model] : undefined;
    return typeof own === "string" ? { name: own } : (own ?? {});
  };
  const names: Names = {
    schema: naming.schema ?? null,
    table: (model) => tableNaming(model).name ?? cased(naming.plural ? plural(model) : model),
    column(model, column) {
      const { columns = {} } = tableNaming(model);
      return (Object.hasOwn(columns, column) ? columns[column] : undefined) ?? cased(column);
    },
  };

  for (const model of Object.keys(given)) {
    const columns = models.get(model)?.columns;
    if (!columns) throw new Error(`naming.tables names the model "${model}", which this auth does not have.`);
    for (const column of Object.keys(tableNaming(model).columns ?? {})) {
      if (!Object.hasOwn(columns, column))
        throw new Error(`naming.tables.${model}.columns names "${column}", which the model does not have.`);
    }
  }
  checkDifferent("tables", [...models.keys()], names.table);
  for (const [model, { columns }] of models)
    checkDifferent(`columns of "${model}"`, Object.keys(columns), (column) => names.column(model, column));
  return names;
}

function checkDifferent(subject: string, keys: readonly string[], nameOf: (key: string) => string): void {
  const owners = new Map<string, string>();
  for (const key of keys) {
    // MySQL and SQLite do not distinguish "userId" from "userid".
    const name = nameOf(key).toLowerCase();
    const owner = owners.get(name);
    if (owner !== undefined) throw new Error(`naming gives two ${subject} one name: "${owner}" and "${key}".`);
    owners.set(name, key);
  }
}

/** "emailVerified" → "email_verified". */
export const snake = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();

/** "user" → "users", "reply" → "replies", "address" → "addresses". */
export function plural(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
