import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TableOptions } from "@keyhold/adapter-sql";
import type { LoadedModels } from "../config/load.js";
import { Failure, messageOf } from "../terminal/failure.js";
import type { AppTables, Lack } from "./app-table.js";
import { drizzleAppTables, importOf } from "./app-table-drizzle.js";
import { prismaAppTables, prismaTakenNames } from "./app-table-prisma.js";
import { declaredBy, namesOf } from "./declared.js";
import { drizzleLacks, drizzleSchema } from "./drizzle.js";
import { drizzleMajor } from "./drizzle-version.js";
import { dialectNames, type Format, type GenerateOptions } from "./generate-options.js";
import { kyselyTypes } from "./kysely.js";
import { prismaLacks, prismaSchema } from "./prisma.js";
import type { Source } from "./source.js";

export interface MakeOptions extends Omit<GenerateOptions, "output"> {
  /** The absolute path of the file; null to print the text with every table. */
  readonly output: string | null;
}

/** The text of a format. */
export interface Made {
  readonly text: string;
  /** The missing columns of tables of the app. */
  readonly lacks: readonly Lack[];
  /** The app's folder. */
  readonly root: string;
}

export async function make(format: Format, loaded: LoadedModels, options: MakeOptions): Promise<Made> {
  const { database, path, root } = loaded;
  const type = options.dialect ?? dialectOf(database);
  if (type === null)
    throw new Failure(`${database.name} does not say its kind of database.`, "Give it: --dialect postgres");
  try {
    return { ...(await textOf(format, type, loaded, options)), root };
  } catch (error) {
    throw new Failure(
      `The tables cannot be described: ${messageOf(error)}`,
      `Correct the names of tables in ${path}.`,
      { cause: error },
    );
  }
}

async function textOf(
  format: Format,
  type: Source["type"],
  loaded: LoadedModels,
  options: MakeOptions,
): Promise<Omit<Made, "root">> {
  const { schema, path, root } = loaded;
  const { createStatements, generatedTables } = await import("@keyhold/adapter-sql");
  const { own, named } = tablesOf(type, loaded, options);
  if (format === "sql") return { text: sqlText(createStatements(schema, type, named)), lacks: [] };
  const tables = generatedTables(schema, type, named);
  const { output } = options;
  if (format === "kysely") return { text: kyselyTypes({ type, tables }), lacks: [] };
  if (format === "prisma") {
    const source: Source =
      output === null
        ? { type, tables, own: new Map() }
        : { type, tables, own: prismaAppTables(tables, output), taken: prismaTakenNames(output) };
    return { text: prismaSchema(source), lacks: prismaLacks(source) };
  }
  const source: Source = { type, tables, own: output === null ? new Map() : own };
  const config = join(root, path);
  const text = drizzleSchema(source, {
    isTypeScript: !/\.[cm]?js$/.test(output ?? ""),
    major: drizzleMajor(root),
    importOf: (file) => importOf(output ?? config, file, readFileSync(config, "utf8")),
  });
  return { text, lacks: drizzleLacks(source) };
}

interface Tables {
  readonly own: AppTables;
  readonly named: TableOptions;
}

/** The tables of the app, and all names: of the command's options, of the config, and of existing tables. */
function tablesOf(type: Source["type"], { database, schema, modules }: LoadedModels, options: MakeOptions): Tables {
  const config = tableOptionsOf(database);
  const declared = type === dialectOf(database) ? declaredBy(database, schema) : null;
  if (declared === null) return { own: new Map(), named: withNames(config, options) };
  const own = drizzleAppTables(declared, modules());
  const naming = namesOf(declared.tables, own, schema, options.case !== undefined || options.plural === true);
  return { own, named: withNames({ naming, ids: declared.ids }, options) };
}

const sqlText = (statements: readonly string[]): string =>
  `-- Made by \`npx keyhold generate sql\`.\n${statements.map((sql) => `${sql};\n`).join("")}`;

/** The options of the command before the options of the config. */
const withNames = ({ naming, ids }: TableOptions, options: MakeOptions): TableOptions => ({
  naming: { ...naming, ...(options.case && { case: options.case }), ...(options.plural && { plural: true }) },
  ...((options.ids ?? ids) !== undefined && { ids: options.ids ?? ids }),
});

function dialectOf(database: object): Source["type"] | null {
  const type: unknown = Reflect.get(database, "type");
  return dialectNames.find((name) => name === type) ?? null;
}

/** The names and ids of a database of @keyhold/adapter-sql and the adapters based on that package. */
function tableOptionsOf(database: object): TableOptions {
  const found: unknown = Reflect.get(database, Symbol.for("keyhold.sql-database"));
  const options: unknown = typeof found === "object" && found !== null && Reflect.get(found, "tables");
  return typeof options === "object" && options !== null ? options : {};
}
