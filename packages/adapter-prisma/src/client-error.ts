import type { DialectName } from "@keyhold/adapter-sql";
import { checkServer } from "@keyhold/adapter-sql/drivers";
import { StorageUnavailable } from "@keyhold/core/adapter";

/**
 * Converts an error of Prisma to the error of the database: `code` is the SQLSTATE of PostgreSQL, `errno` the number of
 * MySQL, `message` the text of the database. So the engine recognizes conflicts, deadlocks, lock timeouts and outages.
 */
export function clientError(error: unknown, type: DialectName): unknown {
  const code = text(error, "code");
  const cause = driverCause(error);
  if (cause && text(cause, "originalCode") !== "") return fromDatabase[type](cause, error);
  if (unavailableKinds.has(text(cause, "kind")) || unavailableCodes.has(code)) return unavailable(error);
  // An error of the client, without an error of Prisma.
  if (type === "sqlite" && /Unable to open/.test(text(error, "message"))) return unavailable(error);
  if (code === "P2028" && /given time|expired|not found/.test(text(error, "message"))) return unavailable(error);
  return error;
}

/** Prisma's description of the error of the database's client; undefined for an error of another kind. */
function driverCause(error: unknown): unknown {
  return property(property(property(error, "meta"), "driverAdapterError"), "cause");
}

/** Lost connections, without a code of the database. */
const unavailableKinds = new Set([
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TlsConnectionError",
  "TooManyConnections",
]);

/** https://www.prisma.io/docs/orm/reference/error-reference */
const unavailableCodes = new Set(["P1001", "P1002", "P1008", "P1011", "P1017", "P2024", "P2037"]);

const unavailable = (error: unknown): StorageUnavailable =>
  new StorageUnavailable(`Prisma has no connection to the database. ${checkServer}`, { cause: error });

type Convert = (cause: unknown, error: unknown) => unknown;

const fromDatabase: Readonly<Record<DialectName, Convert>> = {
  postgres(cause, error) {
    const code = text(cause, "originalCode");
    if (code === "42P01" || code === "42703") return missing(cause, error);
    const constraint = property(cause, "constraint");
    const fields = property(constraint, "fields");
    return describedBy(cause, error, {
      code,
      constraint: text(constraint, "index"),
      detail: Array.isArray(fields) ? `Key (${fields.join(", ")})=(…) already exists.` : "",
    });
  },
  mysql(cause, error) {
    const errno = Number(text(cause, "originalCode"));
    if (errno === 1146 || errno === 1054) return missing(cause, error);
    if (isLostMariadbConnection(errno)) return unavailable(error);
    const sqlMessage = text(cause, "originalMessage");
    return describedBy(cause, error, { errno, sqlMessage, sqlState: text(cause, "state") });
  },
  sqlite(cause, error) {
    const message = text(cause, "originalMessage");
    if (/no such (table|column)|has no column named/.test(message)) return missing(cause, error);
    const code = text(cause, "originalCode");
    return describedBy(cause, error, /^\d+$/.test(code) ? { errcode: Number(code) } : { code });
  },
};

/** Errors of the client `mariadb` without a server: closed sockets, timeouts, no connection in the pool. */
const isLostMariadbConnection = (errno: number): boolean =>
  errno < 0 || [45009, 45012, 45013, 45026, 45027, 45028, 45034, 45035, 45044].includes(errno);

const describedBy = (cause: unknown, error: unknown, facts: object): Error =>
  Object.assign(new Error(text(cause, "originalMessage"), { cause: error }), facts);

/** Names the missing table or column, and the tool that creates it. */
function missing(cause: unknown, error: unknown): Error {
  const [, what = "", name = ""] =
    /no such (table|column): (.+)|has no (column) named (.+)/.exec(text(cause, "originalMessage"))?.filter(Boolean) ??
    [];
  const table = text(cause, "table") || (what === "table" ? name : "");
  const subject = table ? `table "${table}"` : `column "${text(cause, "column") || name}"`;
  return new Error(
    `The ${subject} does not exist: write the models of auth into schema.prisma with \`npx keyhold generate prisma\`, ` +
      "and run the migration, `npx prisma migrate dev`. If the database has other names, pass them as `naming`.",
    { cause: error },
  );
}

/** Whether another process has the write lock of SQLite. */
export const isBusy = (error: unknown): boolean =>
  text(error, "code").startsWith("SQLITE_BUSY") || (Number(property(error, "errcode")) & 0xff) === 5;

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && name in value ? Reflect.get(value, name) : undefined;
}

function text(value: unknown, name: string): string {
  const found = property(value, name);
  return typeof found === "string" ? found : "";
}
