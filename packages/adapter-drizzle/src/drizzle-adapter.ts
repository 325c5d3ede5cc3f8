import { type IdOption, type SqlDatabase, sqlDatabase, type WaitOptions } from "@keyhold/adapter-sql";
import { type AppTables, idsOf, namingOf, parts, unfitTables, waitsOf } from "@keyhold/adapter-sql/drivers";
import { checkKnownKeys } from "@keyhold/core/options";
import { clientOf } from "./client.js";
import { drizzleShared } from "./shared.js";
import { declaredTables, findTables, type GivenTable } from "./tables.js";

/** A database of Drizzle: the result of `drizzle(…)`. */
export interface DrizzleDatabase {
  readonly select: unknown;
}

/** The `tx` of `auth.transaction`: the `tx` of `db.transaction`, or the database if the client is synchronous. */
export type TransactionOf<DB> = DB extends {
  transaction(work: (tx: infer Transaction) => Promise<unknown>): infer Answer;
}
  ? Answer extends Promise<unknown>
    ? Transaction
    : DB
  : DB;

/** The options of `drizzleAdapter`: the app's tables, the kind of ids, timeouts. */
export interface DrizzleAdapterOptions extends WaitOptions {
  /** The app's tables by the names of the models or their plural: `import * as schema from "./schema"`. */
  readonly schema: Readonly<Record<string, unknown>>;
  /**
   * Tables by the names of the models, if their keys in `schema` differ; with columns, if the keys of columns differ.
   *
   * @example { user: schema.people }
   * @example { user: { table: schema.people, columns: { name: schema.people.fullName } } }
   */
  readonly tables?: Readonly<Record<string, GivenTable>>;
  /** The ids of new rows. Default: "uuid7" if the id column of users has the type `uuid`, else "text". */
  readonly ids?: IdOption;
  /**
   * A database of a read replica, on a client of the same kind: lists for display are read from the replica. Default:
   * no replica.
   */
  readonly replica?: DrizzleDatabase;
}

const optionKeys = {
  schema: true,
  tables: true,
  ids: true,
  replica: true,
  maxWaitMilliseconds: true,
} as const satisfies Record<keyof DrizzleAdapterOptions, true>;

/**
 * Returns the adapter for the tables of an app that uses Drizzle. The start of the auth compares them with the models.
 *
 * @param db the result of `drizzle(…)`
 * @param options.schema the app's tables, e.g. `import * as schema from "./schema"`
 * @throws TypeError if the client of `db` has no interactive transactions, or is unknown
 * @example
 * createAuth({ database: drizzleAdapter(db, { schema }) });
 */
export function drizzleAdapter<DB extends DrizzleDatabase>(
  db: DB,
  options: DrizzleAdapterOptions,
): SqlDatabase<TransactionOf<DB>> {
  checkKnownKeys("drizzleAdapter()", options, optionKeys);
  const { schema: appSchema, tables: named = {}, ids, replica, ...given } = options;
  const waits = waitsOf("drizzleAdapter()", given);
  const client = clientOf(db, waits);
  const { type } = client;
  // The app's own tool makes and alters the tables.
  const { session: _, ...driver } = { ...client.driver, shared: drizzleShared(db, client, waits) };
  const second = replica && clientOf(replica, waits);
  if (second && second.type !== type)
    throw new TypeError(`drizzleAdapter(): \`replica\` is on ${second.type}, and the database on ${type}.`);
  const { missing } = client;
  const common = {
    name: `drizzle (${type})`,
    type,
    driver,
    place: db,
    replica: second?.driver,
    ...(missing && { missing }),
  };
  const appTables = { schema: appSchema, tables: named };
  const database = sqlDatabase<TransactionOf<DB>>({ ...common, ids });
  /** The database with the names of the app's tables. */
  const namedAs = (tables: AppTables): SqlDatabase<TransactionOf<DB>> =>
    sqlDatabase({ ...common, naming: namingOf(tables), ids: ids ?? idsOf(tables) });
  return {
    ...database,
    [parts]: {
      ...database[parts],
      declared(schema) {
        const tables = declaredTables(db, type, schema, appTables);
        return { tables, ids: ids ?? idsOf(tables) };
      },
      rowWarnings: (schema) => namedAs(findTables(db, type, schema, appTables))[parts].rowWarnings(schema),
    },
    connect(schema) {
      const tables = findTables(db, type, schema, appTables);
      const wrong = unfitTables(schema, tables, { type, ids: ids ?? idsOf(tables) });
      if (wrong.length > 0) throw new Error(isUnfit(wrong));
      return namedAs(tables).connect(schema);
    },
  };
}

const isUnfit = (wrong: readonly string[]): string =>
  `The Drizzle schema of this app does not fit: ${wrong.join("; ")}. \`npx keyhold generate drizzle\` shows tables that fit.`;
