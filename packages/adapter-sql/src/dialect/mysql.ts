import { type ColumnFacts, columnCodec } from "@keyhold/core/adapter";
import type { Conflict } from "@keyhold/core/plugin";
import { lit, type Sql, sql } from "../sql/sql.js";
import type { ModelPlan } from "../statement/plan.js";
import type { Codec } from "../statement/value.js";
import { compare, isAmong } from "./compare.js";
import { conflictByIndexName } from "./conflict.js";
import type { Comparison, Dialect, Fault } from "./dialect.js";
import { isSocketError, property, textProperty } from "./error.js";
import { isInRange, rangeOfPrefix } from "./prefix.js";
import { rejectionByMysql } from "./rejection.js";

export const mysqlDialect: Dialect = {
  name: "mysql",
  style: { quote: "`", parameter: () => "?" },
  hasNul: true,
  hasUuid: false,
  hasReturning: false,
  // Prepared statements send numbers as floating point, which MySQL 8 rejects after LIMIT.
  hasLimitParameter: false,
  maxRemovedRows: Number.POSITIVE_INFINITY,
  boundedWait: null,
  currentMilliseconds: sql`timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) / 1000`,
  codec,
  selected,
  ordered: (reference) => reference,
  atCursor: ({ value }) => value,
  compared,
  within,
  // MySQL indexes exist only in the column's own collation.
  searchable: (reference) => reference,
  prefixBounds,
  beginsWith,
  fault,
  conflict,
  isImpossible: () => false,
  rejection: rejectionByMysql,
};

function codec(facts: ColumnFacts): Codec {
  const { encode, decode } = columnCodec(facts, { booleans: "0/1", dates: "iso text" });
  if (facts.kind === "date") {
    return { encode: (value) => String(encode(value)).replace("T", " ").replace("Z", ""), decode: decodeMicroseconds };
  }
  return { encode, decode: facts.kind === "text" ? null : decode };
}

/**
 * Microseconds since 1970, independent of driver settings and the session's time zone. Drivers parse the type `json`, and
 * not a text.
 */
function selected(reference: Sql, { kind }: ColumnFacts): Sql {
  if (kind === "json") return sql`cast(${reference} as char)`;
  return kind === "date" ? sql`timestampdiff(microsecond, '1970-01-01', ${reference})` : reference;
}

const decodeMicroseconds = (value: unknown): Date => new Date(Math.floor(Number(value) / 1000));

/**
 * The first comparison uses the index; the second respects case, accents and trailing spaces, which most tables'
 * collations ignore.
 */
function compared(reference: Sql, comparison: Comparison, value: Sql, { kind }: ColumnFacts): Sql {
  const plain = compare(reference, comparison, value);
  if (kind !== "text" || comparison !== "=") return plain;
  return sql`${plain} and ${bytes(reference)} = cast(${value} as binary)`;
}

function within(reference: Sql, values: readonly Sql[], { kind }: ColumnFacts): Sql {
  const plain = isAmong(reference, values);
  if (kind !== "text") return plain;
  const exact = isAmong(
    bytes(reference),
    values.map((value) => sql`cast(${value} as binary)`),
  );
  return sql`${plain} and ${exact}`;
}

/** The escape character of patterns; a backslash does not work in every SQL mode. */
const escapeMark = "|";

/** The pattern, followed by the range of texts with the prefix and a character beyond U+FFFF. */
function prefixBounds(prefix: string): readonly string[] {
  const pattern = `${prefix.replace(/[|%_]/g, `${escapeMark}$&`)}%`;
  return [pattern, `${prefix}\u{10000}`, ...rangeOfPrefix(prefix).slice(1)];
}

/**
 * As with equality: the first comparison uses the index, the second is exact. In code point order the server
 * searches a pattern only up to U+FFFF, hence the additional range.
 */
function beginsWith(reference: Sql, [pattern, ...beyond]: readonly Sql[]): Sql {
  const isLike = sql`like ${pattern} escape ${lit(escapeMark)}`;
  const isFound = sql`(${reference} ${isLike} or ${isInRange(reference, beyond)})`;
  return sql`${isFound} and ${bytes(reference)} like cast(${pattern} as binary) escape ${lit(escapeMark)}`;
}

const bytes = (reference: Sql): Sql => sql`cast(convert(${reference} using utf8mb4) as binary)`;

/** Error numbers of the server, equal in MySQL and MariaDB. */
const numbersOfFault: readonly (readonly [Fault, readonly number[]])[] = [
  ["conflict", [1062]],
  ["reference", [1216, 1217, 1451, 1452]],
  ["missing", [1054, 1146]],
  // A deadlock, a row changed since the snapshot, a prepared statement lost by the server.
  ["again", [1213, 1020, 1243, 1615]],
  ["locked", [1205, 3572]],
  // A statement timeout, or a killed statement.
  ["unavailable", [1317, 1969, 3024]],
  // Too many connections, or no memory, threads or disk space left.
  ["unavailable", [1040, 1203, 1226, 1129, 1135, 1037, 1038, 1041, 1021, 1114]],
  // A server shutting down or read-only; 1047: a Galera node without a cluster.
  ["unavailable", [1047, 1053, 1077, 1078, 1079, 1290, 1792, 1836, 1927, 3032, 3100, 3168, 3169, 4031]],
  // A failed commit with an unknown outcome.
  ["unavailable", [1180]],
  // Lost connections as reported by clients and proxies; 9001 is from ProxySQL.
  ["unavailable", [2002, 2003, 2005, 2006, 2012, 2013, 2055, 9001]],
];
const faultOfNumber = new Map(numbersOfFault.flatMap(([fault, numbers]) => numbers.map((number) => [number, fault])));

function fault(error: unknown): Fault {
  const known = faultOfNumber.get(Number(property(error, "errno")));
  if (known) return known;
  // The SQL class of connection errors: 1043, 1080, 1152 to 1161, 1184 and more.
  if (textProperty(error, "sqlState").startsWith("08")) return "unavailable";
  const isProtocol = /^PROTOCOL_|^POOL_|^ER_CON_COUNT/.test(textProperty(error, "code"));
  const isClosed = /closed state|pool is closed|queue limit|connection lost/i.test(textProperty(error, "message"));
  return isProtocol || isClosed || isSocketError(error) ? "unavailable" : "other";
}

/**
 * "Duplicate entry 'x' for key 'user.email'", in any language; the entry is user input, so only the last quotes are
 * safe.
 */
function conflict(error: unknown, plan: ModelPlan): Conflict {
  const message = textProperty(error, "sqlMessage") || textProperty(error, "message");
  const [, key = ""] = /'([^']*)'[^']*$/.exec(message) ?? [];
  return conflictByIndexName(plan, key.slice(key.indexOf(".") + 1));
}
