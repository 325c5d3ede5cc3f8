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

export const mysqlDialect: Dialect = {
  name: "mysql",
  style: { quote: "`", parameter: () => "?" },
  hasNul: true,
  hasReturning: false,
  // Prepared statements send numbers as floating point, which MySQL 8 refuses after LIMIT.
  hasLimitParameter: false,
  maxRemovedRows: Number.POSITIVE_INFINITY,
  currentMilliseconds: sql`timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) / 1000`,
  codec,
  selected,
  ordered: (reference) => reference,
  atCursor: ({ value }) => value,
  compared,
  transactionOn,
  // A table's own collation is the only one that its indexes are in.
  searchable: (reference) => reference,
  prefixBounds,
  beginsWith,
  fault,
  conflict,
};

function codec(facts: ColumnFacts): Codec {
  const { encode, decode } = columnCodec(facts, { booleans: "0/1", dates: "iso text" });
  if (facts.kind === "date") {
    return { encode: (value) => String(encode(value)).replace("T", " ").replace("Z", ""), decode: decodeMicroseconds };
  }
  return { encode, decode: facts.kind === "text" ? null : decode };
}

/** Microseconds since 1970, which no driver setting and no zone of the session changes. */
function selected(reference: Sql, { kind }: ColumnFacts): Sql {
  return kind === "date" ? sql`timestampdiff(microsecond, '1970-01-01', ${reference})` : reference;
}

const decodeMicroseconds = (value: unknown): Date => new Date(Math.floor(Number(value) / 1000));

/**
 * The first comparison uses the index; the second one sees case, accents and trailing spaces,
 * which the collations of most tables do not.
 */
function compared(reference: Sql, comparison: Comparison, value: Sql, { kind }: ColumnFacts): Sql {
  const plain = compare(reference, comparison, value);
  if (kind !== "text" || comparison !== "=") return plain;
  return sql`${plain} and ${bytes(reference)} = cast(${value} as binary)`;
}

function transactionOn(reference: Sql, values: readonly Sql[], { kind }: ColumnFacts): Sql {
  const plain = isAmong(reference, values);
  if (kind !== "text") return plain;
  const exact = isAmong(
    bytes(reference),
    values.map((value) => sql`cast(${value} as binary)`),
  );
  return sql`${plain} and ${exact}`;
}

/** The character that makes the next one stand for itself; a backslash does not do so in every SQL mode. */
const escapeMark = "|";

/** The pattern; then where the characters beyond U+FFFF begin after the prefix, and where all that begins so ends. */
function prefixBounds(prefix: string): readonly string[] {
  const pattern = `${prefix.replace(/[|%_]/g, `${escapeMark}$&`)}%`;
  return [pattern, `${prefix}\u{10000}`, ...rangeOfPrefix(prefix).slice(1)];
}

/**
 * As with equality: the first comparison finds by the index, the second one sees what the collation does not.
 * In the order of code points the server looks for a pattern no further than U+FFFF, hence the range beside it.
 */
function beginsWith(reference: Sql, [pattern, ...beyond]: readonly Sql[]): Sql {
  const isLike = sql`like ${pattern} escape ${lit(escapeMark)}`;
  const isFound = sql`(${reference} ${isLike} or ${isInRange(reference, beyond)})`;
  return sql`${isFound} and ${bytes(reference)} like cast(${pattern} as binary) escape ${lit(escapeMark)}`;
}

const bytes = (reference: Sql): Sql => sql`cast(convert(${reference} using utf8mb4) as binary)`;

/** Error numbers of the server, the same in MySQL and MariaDB. */
const numbersOfFault: readonly (readonly [Fault, readonly number[]])[] = [
  ["conflict", [1062]],
  ["reference", [1216, 1217, 1451, 1452]],
  ["missing", [1054, 1146]],
  // A deadlock, a row that changed under a snapshot, a prepared statement that the server has forgotten.
  ["again", [1213, 1020, 1243, 1615]],
  ["locked", [1205, 3572]],
  // A statement that took too long, or was ended.
  ["unavailable", [1317, 1969, 3024]],
  // Too many connections, or no memory, thread or disk for another.
  ["unavailable", [1040, 1203, 1226, 1129, 1135, 1037, 1038, 1041, 1021, 1114]],
  // A server that goes away or that only reads; 1047 is that of a Galera node apart from its cluster.
  ["unavailable", [1047, 1053, 1077, 1078, 1079, 1290, 1792, 1836, 1927, 3032, 3100, 3168, 3169, 4031]],
  // A commit that failed: what became of it is not known.
  ["unavailable", [1180]],
  // What clients, and proxies in their place, say of a connection that is lost; 9001 is ProxySQL's.
  ["unavailable", [2002, 2003, 2005, 2006, 2012, 2013, 2055, 9001]],
];
const faultOfNumber = new Map(numbersOfFault.flatMap(([fault, numbers]) => numbers.map((number) => [number, fault])));

function fault(error: unknown): Fault {
  const known = faultOfNumber.get(Number(property(error, "errno")));
  if (known) return known;
  // The class of connection errors in SQL: 1043, 1080, 1152 to 1161, 1184 and more.
  if (textProperty(error, "sqlState").startsWith("08")) return "unavailable";
  const isProtocol = /^PROTOCOL_|^POOL_|^ER_CON_COUNT/.test(textProperty(error, "code"));
  const isClosed = /closed state|pool is closed|queue limit|connection lost/i.test(textProperty(error, "message"));
  return isProtocol || isClosed || isSocketError(error) ? "unavailable" : "other";
}

/** "Duplicate entry 'x' for key 'user.email'", in whatever language; the entry is a user's, so the last quotes count. */
function conflict(error: unknown, plan: ModelPlan): Conflict {
  const message = textProperty(error, "sqlMessage") || textProperty(error, "message");
  const [, key = ""] = /'([^']*)'[^']*$/.exec(message) ?? [];
  return conflictByIndexName(plan, key.slice(key.indexOf(".") + 1));
}
