import { type DialectName, type SqlDatabase, type SqlOptions, sqlDatabase } from "@keyhold/adapter-sql";
import { createTurns, parts, type Waits, waitsOf, withShared } from "@keyhold/adapter-sql/drivers";
import type { Kysely, Transaction } from "kysely";
import { connectionOf } from "./kysely-connection.js";
import { assumedPoolSize, kyselyDriver } from "./kysely-driver.js";
import { kyselyShared } from "./kysely-shared.js";
import { type KyselyPool, sizeOf, watchPool } from "./watched-pool.js";

/** Tables as Kysely types: their columns are only known at run time. */
export type Tables = Record<string, Record<string, unknown>>;

/** A database of this package: for `createAuth`, for `planMigration`, and for the app's own queries. */
export interface KyselyDatabase<DB = Tables> extends SqlDatabase<Transaction<DB>> {
  /**
   * The Kysely instance, without plugins. Queries of this instance join no transaction of the adapter: use
   * `auth.transaction` for both.
   */
  readonly kysely: Kysely<Tables>;
}

/** The options of `kyselyAdapter`: the app's Kysely instance, the kind of database, timeouts, names of tables, ids. */
export interface KyselyAdapterOptions<DB> extends SqlOptions {
  readonly kysely: Kysely<DB>;
  readonly type: DialectName;
  /**
   * The pool of `kysely`: then the loss of a connection in a transaction is an error of the query, and does not end the
   * process, and waits for a row know the size of the pool. Kysely hides the pool. Default: ten connections, and your
   * code listens to the errors of each connection.
   */
  readonly pool?: KyselyPool;
  /** A read replica: lists for display are read from the replica. Default: no replica. */
  readonly replica?: Kysely<DB>;
}

/**
 * Returns the adapter for an app's existing Kysely instance.
 *
 * @param options.kysely the app's instance; the schema of `kysely.withSchema("auth")` is `naming.schema`
 * @param options.pool the instance's pool, of `pg` or mysql2
 * @param options.type the kind of database: "sqlite", "postgres" or "mysql"
 * @example
 * createAuth({ database: kyselyAdapter({ kysely, pool, type: "postgres" }) });
 */
export function kyselyAdapter<DB>({
  kysely,
  type,
  pool,
  replica,
  ...options
}: KyselyAdapterOptions<DB>): KyselyDatabase<DB> {
  // An app's plugins may rename columns, and the app's types describe the app's tables: the adapter's statements need
  // neither.
  const app = kysely as object as Kysely<Tables>;
  const plain = app.withoutPlugins();
  const waits = waitsOf("kyselyAdapter()", options);
  if (pool) watchPool(pool);
  const driver = kyselyDriver(plain, app, type, waits, pool ? sizeOf(pool) : assumedPoolSize);
  const second = replica && connectionOf((replica as object as Kysely<Tables>).withoutPlugins());
  const { ids, multiWriter } = options;
  const schema = schemaOf(app);
  return {
    ...sqlDatabase({
      name: `kysely (${type})`,
      type,
      driver,
      place: kysely,
      replica: second,
      naming: schema === undefined ? options.naming : { schema, ...options.naming },
      ids,
      multiWriter,
    }),
    kysely: plain,
  };
}

/** The schema of `withSchema`: Kysely hides it, and writes it into each query. */
const schemaOf = (app: Kysely<Tables>): string | undefined =>
  /^select ["`]id["`] from ["`](.+)["`]\.["`]t["`]$/.exec(app.selectFrom("t").select("id").compile().sql)?.[1];

/** The database with a Kysely instance for the app's queries and transactions, made at the first use. */
export function withKysely(database: SqlDatabase, waits: Waits, make: () => Kysely<Tables>): KyselyDatabase {
  const { type } = database;
  let made: Kysely<Tables> | undefined;
  const kysely = (): Kysely<Tables> => {
    made ??= make();
    return made;
  };
  const turns = database[parts].driver.pool === null ? createTurns(waits.connectMilliseconds) : null;
  return {
    ...withShared<Transaction<Tables>>(database, kyselyShared(kysely, { type, waits, turns })),
    name: `kysely (${type})`,
    get kysely() {
      return kysely();
    },
  };
}
