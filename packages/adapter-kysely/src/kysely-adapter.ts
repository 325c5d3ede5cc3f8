import type { Database } from "@keyhold/core/adapter";
import type { Kysely } from "kysely";
import { connectAdapter } from "./adapter/connect.js";
import type { DialectName, Tables } from "./dialect/dialect.js";
import { dialects } from "./dialect/dialects.js";
import type { Driver, Session } from "./driver/driver.js";
import { kyselyDriver, kyselySession } from "./driver/kysely.js";
import { type WaitOptions, waitsOf } from "./driver/waits.js";

/** A database of this package: for `createAuth`, for `planMigration`, and for the app's own queries. */
export interface KyselyDatabase extends Database {
  readonly type: DialectName;
  /** The Kysely instance, without plugins. Its queries do not join the adapter's transactions. */
  readonly kysely: Kysely<Tables>;
  /**
   * The connection of migrations. Default: `kysely`.
   * @internal
   */
  readonly session?: Session;
  /** Closes the connections opened by this package, and no others. */
  close(): Promise<void>;
}

/** The options of `kyselyAdapter`: the app's Kysely instance, its kind of database and the timeouts. */
export interface KyselyAdapterOptions<DB> extends WaitOptions {
  readonly kysely: Kysely<DB>;
  readonly type: DialectName;
}

/**
 * Returns the adapter for an app's existing Kysely instance.
 *
 * @param options.kysely the app's instance
 * @param options.type the kind of database: "sqlite", "postgres" or "mysql"
 * @example
 * createAuth({ database: kyselyAdapter({ kysely, type: "postgres" }) });
 */
export function kyselyAdapter<DB>({ kysely, type, ...waits }: KyselyAdapterOptions<DB>): KyselyDatabase {
  // An app's plugins may rename columns, and its types describe its own tables: the adapter's statements need neither.
  const plain = kysely.withoutPlugins() as object as Kysely<Tables>;
  const driver = kyselyDriver(plain, type, waitsOf("kyselyAdapter()", waits));
  return kyselyDatabase(type, { kysely: () => plain, session: () => kyselySession(plain), driver });
}

/** The parts of a database; Kysely and the session are created at their first use. */
interface Parts {
  kysely(): Kysely<Tables>;
  session(): Session;
  readonly driver: Driver;
}

/** A database over a driver of this package. */
export function kyselyDatabase(type: DialectName, { kysely, session, driver }: Parts): KyselyDatabase {
  let made: Kysely<Tables> | undefined;
  return {
    name: `kysely (${type})`,
    type,
    get kysely() {
      made ??= kysely();
      return made;
    },
    get session() {
      return session();
    },
    hasTransactions: true,
    connect: (schema) => connectAdapter(schema, dialects[type], driver),
    close: () => driver.close(),
  };
}
