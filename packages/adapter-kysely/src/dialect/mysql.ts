import { type ColumnFacts, type Conflict, columnCodec } from "@keyhold/core";
import {
  DummyDriver,
  type Expression,
  Kysely,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  type SqlBool,
  sql,
} from "kysely";
import type { ModelPlan } from "../shape/plan.js";
import type { Codec } from "../shape/value.js";
import { compare, isAmong } from "./compare.js";
import { conflictByIndexName } from "./conflict.js";
import type { Comparison, Dialect, Fault } from "./dialect.js";
import { isSocketError, property, textProperty } from "./error.js";
import { isInRange, rangeOfPrefix } from "./prefix.js";

export const mysqlDialect: Dialect = {
  name: "mysql",
  builder: new Kysely({
    dialect: {
      createAdapter: () => new MysqlAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new MysqlIntrospector(database),
      createQueryCompiler: () => new MysqlQueryCompiler(),
    },
  }),
  hasNul: true,
  hasReturning: false,
  // Prepared statements send numbers as floating point, which MySQL 8 refuses after LIMIT.
  hasLimitParameter: false,
  codec,
  selected,
  ordered: (reference) => reference,
  atCursor: ({ value }) => value,
  compared,
  within,
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
function selected(reference: Expression<unknown>, { kind }: ColumnFacts): Expression<unknown> {
  return kind === "date" ? sql`timestampdiff(microsecond, '1970-01-01', ${reference})` : reference;
}

const decodeMicroseconds = (value: unknown): Date => new Date(Math.floor(Number(value) / 1000));

/**
 * The first comparison uses the index; the second one sees case, accents and trailing spaces,
 * which the collations of most tables do not.
 */
function compared(
  reference: Expression<unknown>,
  comparison: Comparison,
  value: Expression<unknown>,
  { kind }: ColumnFacts,
): Expression<SqlBool> {
  const plain = compare(reference, comparison, value);
  if (kind !== "text" || comparison !== "=") return plain;
  return sql<SqlBool>`${plain} and ${bytes(reference)} = cast(${value} as binary)`;
}

function within(
  reference: Expression<unknown>,
  values: readonly Expression<unknown>[],
  { kind }: ColumnFacts,
): Expression<SqlBool> {
  const plain = isAmong(reference, values);
  if (kind !== "text") return plain;
  const exact = isAmong(
    bytes(reference),
    values.map((value) => sql`cast(${value} as binary)`),
  );
  return sql<SqlBool>`${plain} and ${exact}`;
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
function beginsWith(
  reference: Expression<unknown>,
  [pattern, ...beyond]: readonly Expression<unknown>[],
): Expression<SqlBool> {
  const isLike = sql`like ${pattern} escape ${sql.lit(escapeMark)}`;
  const isFound = sql<SqlBool>`(${reference} ${isLike} or ${isInRange(reference, beyond)})`;
  return sql<SqlBool>`${isFound} and ${bytes(reference)} like cast(${pattern} as binary) escape ${sql.lit(escapeMark)}`;
}

const bytes = (reference: Expression<unknown>): Expression<unknown> =>
  sql`cast(convert(${reference} using utf8mb4) as binary)`;

/** Error numbers of the server, the same in MySQL and MariaDB. */
const numbersOfFault: readonly (readonly [Fault, readonly number[]])[] = [
  ["conflict", [1062]],
  ["reference", [1216, 1217, 1451, 1452]],
  ["missing", [1054, 1146]],
  // A deadlock, a row that changed under a snapshot, a prepared statement that the server has forgotten.
  ["again", [1213, 1020, 1243, 1615]],
  // A lock or a statement that took too long.
  ["unavailable", [1205, 1317, 1969, 3024]],
  // Too many connections, a server that goes away or that only reads.
  ["unavailable", [1040, 1203, 1226, 1053, 1077, 1079, 1290, 1836, 1927]],
];
const faultOfNumber = new Map(numbersOfFault.flatMap(([fault, numbers]) => numbers.map((number) => [number, fault])));

function fault(error: unknown): Fault {
  const known = faultOfNumber.get(Number(property(error, "errno")));
  if (known) return known;
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
