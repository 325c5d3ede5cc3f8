import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { createTurns, type Turns } from "../turns.js";
import { createConnection, type SqliteLike } from "./connection.js";
import type { SqliteParts } from "./driver.js";

/** SQLite blocks the whole process while waiting for another process, so this timeout is short. */
const busyTimeoutMilliseconds = 10;

/** The parts of a database opened by the app: a single connection, possibly shared with other code. */
export function partsOfOpen(database: SqliteLike, timeoutMilliseconds: number): SqliteParts {
  checkSynchronous(database);
  database.exec("pragma foreign_keys = on");
  return {
    writer: createConnection(database),
    reader: null,
    timeoutMilliseconds,
    turns: turnsOf(database, timeoutMilliseconds),
    close: () => undefined,
  };
}

/** Runs a statement to detect a client that answers later, such as D1: code cannot decide in transactions of D1. */
function checkSynchronous(database: SqliteLike): void {
  const answer: unknown = typeof database?.prepare === "function" ? database.prepare("select 1").all() : null;
  if (Array.isArray(answer)) return;
  if (answer instanceof Promise) answer.catch(() => undefined);
  throw new TypeError(
    "sqlite(): needs a path, a `DatabaseSync` of node:sqlite, or a database of bun:sqlite or better-sqlite3. Cloudflare D1 " +
      "and clients over HTTP have no interactive transactions: use Turso by `@keyhold/adapter-sql/libsql`, SQLite in a " +
      "Durable Object by `@keyhold/adapter-sql/durable-object`, or PostgreSQL through Hyperdrive.",
  );
}

/** Two adapters on one connection take turns with each other. */
const turnsOfDatabase = new WeakMap<SqliteLike, Turns>();
function turnsOf(database: SqliteLike, timeoutMilliseconds: number): Turns {
  const turns = turnsOfDatabase.get(database) ?? createTurns(timeoutMilliseconds);
  turnsOfDatabase.set(database, turns);
  return turns;
}

/** Opens a file, or a database in memory; a file gets a second, read-only connection. */
export function openFile(
  path: string,
  timeoutMilliseconds: number,
): { readonly parts: SqliteParts; readonly database: SqliteLike } {
  const Sqlite = loadSqlite();
  const isFile = path !== "" && !/:memory:|[?&]mode=memory/.test(path);
  if (isFile) checkFolder(path);
  const database = new Sqlite(path);
  setUp(database);
  const reader = isFile ? new Sqlite(path) : null;
  if (reader) {
    setUp(reader);
    reader.exec("pragma query_only = on");
  }
  return {
    database,
    parts: {
      writer: createConnection(database),
      reader: reader && createConnection(reader),
      timeoutMilliseconds,
      turns: createTurns(timeoutMilliseconds),
      close() {
        reader?.close();
        database.close();
      },
    },
  };
}

/** In WAL mode readers and the writer work concurrently; with NORMAL, only a power failure can lose a commit. */
function setUp(database: DatabaseSync): void {
  // Two processes starting together both switch to WAL: blocking is right here.
  database.exec("pragma busy_timeout = 5000");
  database.exec("pragma journal_mode = wal");
  database.exec("pragma synchronous = normal");
  database.exec("pragma foreign_keys = on");
  database.exec(`pragma busy_timeout = ${busyTimeoutMilliseconds}`);
}

function checkFolder(path: string): void {
  const folder = dirname(resolve(path));
  if (!path.startsWith("file:") && !existsSync(folder)) {
    throw new Error(`The folder of the SQLite database "${path}" does not exist: create it first.`);
  }
}

/** Loaded at the first use, so that a runtime without `node:sqlite` gets a clear error instead of a failed import. */
function loadSqlite(): typeof DatabaseSync {
  const sqlite = process.getBuiltinModule?.("node:sqlite");
  if (!sqlite)
    throw new Error(
      'This runtime has no node:sqlite: use Node 22.13 or newer, `libsql("file:app.db")` of `@keyhold/adapter-sql/libsql`, ' +
        "or pass `new Database(path)` of bun:sqlite or better-sqlite3.",
    );
  return sqlite.DatabaseSync;
}
