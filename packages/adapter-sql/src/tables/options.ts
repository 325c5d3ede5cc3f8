import { checkKnownKeys, type KnownKeys } from "@keyhold/core/options";
import type { DialectName } from "../dialect/dialect.js";
import type { IdOption } from "./ids.js";
import type { NamingOptions, TableNaming } from "./names.js";

/** The names of tables and columns, and the kind of ids: options of every adapter on SQL. */
export interface TableOptions {
  /** The names of tables and columns. Default: the names of the models, e.g. "user" and "emailVerified". */
  readonly naming?: NamingOptions;
  /** The ids of new rows. Default "text": 32 random characters. */
  readonly ids?: IdOption;
  /**
   * Whether several servers of the database accept writes, and learn of each other's row locks only at a commit, as in
   * Galera, Group Replication with several primaries, and TiDB with optimistic transactions. A lock then also increments
   * the column `lockVersion`, which the migration adds. Default "auto": MySQL and MariaDB are asked whether they are a
   * node of Galera, and other databases have one writer. `false` on Galera: a single node gets every write of the app.
   */
  readonly multiWriter?: boolean | "auto";
}

const namingKeys = { case: true, plural: true, schema: true, tables: true } as const satisfies KnownKeys<NamingOptions>;
const tableKeys = { name: true, columns: true } as const satisfies KnownKeys<TableNaming>;

/** The options with their defaults. `where` names the adapter in errors. Throws for a wrong option. */
export function tableOptions(
  where: string,
  type: DialectName,
  { naming = {}, ids = "text", multiWriter = "auto" }: TableOptions,
): Required<TableOptions> {
  checkKnownKeys(`naming of ${where}`, naming, namingKeys);
  for (const [model, table] of Object.entries(naming.tables ?? {})) {
    if (typeof table === "object") checkKnownKeys(`naming.tables.${model} of ${where}`, table, tableKeys);
  }
  if (naming.schema !== undefined && type !== "postgres")
    throw new TypeError(`${where}: \`naming.schema\` names a schema of PostgreSQL; this database is ${type}.`);
  if (typeof ids !== "function" && !["text", "uuid4", "uuid7"].includes(ids)) throw new TypeError(wrongIds(where, ids));
  if (typeof multiWriter !== "boolean" && multiWriter !== "auto")
    throw new TypeError(`${where}: \`multiWriter\` is true, false or "auto", not ${JSON.stringify(multiWriter)}.`);
  return { naming, ids, multiWriter };
}

const wrongIds = (where: string, ids: unknown): string =>
  `${where}: \`ids\` is "text", "uuid4", "uuid7" or a function that makes an id, not ${JSON.stringify(ids)}. ` +
  "Numbers in sequence are not possible: an id exists before its row is inserted, and it is a text in every response.";
