import type { Database } from "@keyhold/core/adapter";
import type { Kysely } from "kysely";
import { connectAdapter } from "./adapter/connect.js";
import type { DialectName, Tables } from "./dialect/dialect.js";
import { dialects } from "./dialect/dialects.js";
import type { Driver, Session } from "./driver/driver.js";
import { kyselyDriver, kyselySession } from "./driver/kysely.js";
import { type WaitOptions, waitsOf } from "./driver/waits.js";

/** A database that this package speaks to: for `createAuth`, for `planMigration`, and for queries of your own. */
export interface KyselyDatabase extends Database {
  readonly type: DialectName;
  /** The Kysely instance, without plugins. Its queries take part in no transaction of the adapter. */
  readonly kysely: Kysely<Tables>;
  /**
   * What migrations run on. Without it they run on `kysely`.
   * @internal
   */
  readonly session?: Session;
  /** Ends the connections that this package opened; what an app handed in stays open. */
  close(): Promise<void>;
}

export interface KyselyAdapterOptions<DB> extends WaitOptions {
  readonly kysely: Kysely<DB>;
  readonly type: DialectName;
}

/**
 * Keyhold on the Kysely instance that an app already has.
 *
 * @example
 * createAuth({ database: kyselyAdapter({ kysely, type: "postgres" }) });
 */
export function kyselyAdapter<DB>({ kysely, type, ...waits }: KyselyAdapterOptions<DB>): KyselyDatabase {
  // An app's plugins rename columns, and its types name its own tables: neither is for the adapter's statements.
  const plain = kysely.withoutPlugins() as object as Kysely<Tables>;
  const driver = kyselyDriver(plain, type, waitsOf(waits));
  return kyselyDatabase(type, { kysely: () => plain, session: () => kyselySession(plain), driver });
}

/** What a database of this package is made of; Kysely and the session are made when they are asked for. */
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
