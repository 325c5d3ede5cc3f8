import { type Client, createClient } from "@libsql/client";
import { libsqlDriver } from "./driver/libsql.js";
import { missingDriver, missingHost } from "./driver/missing.js";
import { type SqlOptions, waitsOf } from "./driver/waits.js";
import { type SqlDatabase, sqlDatabase } from "./sql-database.js";

// The types in the type of a database: an app that exports a database can name them.
export type { DialectName, Session, SqlDatabase, SqlOptions, TableOptions } from "./index.js";

/** A database on libsql. */
export interface LibsqlDatabase extends SqlDatabase {
  /** The client, also for the app's own queries. */
  readonly client: Client;
}

/**
 * Returns the adapter for SQLite through `@libsql/client`: a local file, or a remote database such as Turso.
 *
 * @param urlOrClient a URL such as `"file:auth.db"` or `"libsql://…?authToken=…"`, or a client; undefined in a build, where the
 * variable is not set
 * @param options timeouts, names of tables, ids
 * @example
 * createAuth({ database: libsql("file:auth.db") });
 */
export function libsql(urlOrClient: string | Client | undefined, options: SqlOptions = {}): LibsqlDatabase {
  const waits = waitsOf("libsql()", options);
  const { naming, ids } = options;
  const isOurs = !urlOrClient || typeof urlOrClient === "string";
  const client = isOurs ? createClient({ url: urlOrClient || `https://${missingHost}` }) : urlOrClient;
  const close = async (): Promise<void> => {
    if (isOurs && !client.closed) client.close();
  };
  const given = urlOrClient ? { driver: libsqlDriver(client, waits, close) } : missingDriver("libsql()");
  return { ...sqlDatabase({ name: "libsql", type: "sqlite", ...given, place: urlOrClient, naming, ids }), client };
}
