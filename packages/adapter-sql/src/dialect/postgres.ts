import { type ColumnFacts, columnCodec } from "@keyhold/core/adapter";
import type { Conflict } from "@keyhold/core/plugin";
import { lit, ref, type Sql, sql } from "../sql/sql.js";
import type { ModelPlan } from "../statement/plan.js";
import type { Codec } from "../statement/value.js";
import { compare, isAmong } from "./compare.js";
import { conflictByIndexName, conflictOver } from "./conflict.js";
import type { Cursor, Dialect, Fault } from "./dialect.js";
import { isSocketError, textProperty } from "./error.js";
import { isInRange, rangeOfPrefix } from "./prefix.js";
import { rejectionByPostgres } from "./rejection.js";

export const postgresDialect: Dialect = {
  name: "postgres",
  style: { quote: '"', parameter: (number) => `$${number}` },
  hasNul: false,
  hasUuid: true,
  hasReturning: true,
  hasLimitParameter: true,
  maxRemovedRows: Number.POSITIVE_INFINITY,
  boundedWait: null,
  currentMilliseconds: sql`(extract(epoch from clock_timestamp()) * 1000)::float8`,
  codec,
  selected,
  ordered: (reference, isSearched) => (isSearched ? searchable(reference) : reference),
  atCursor,
  compared: compare,
  within: isAmong,
  searchable,
  prefixBounds: rangeOfPrefix,
  beginsWith: (reference, bounds) => isInRange(searchable(reference), bounds),
  fault,
  conflict,
  isImpossible: (error) => textProperty(error, "code") === "22P02",
  rejection: rejectionByPostgres,
};

/**
 * The dialect whose single writes limit their own wait for locks, in one round trip. The condition reads no row, so
 * PostgreSQL evaluates the condition before reading the first row; `true` ends the setting with the statement.
 */
export const postgresBounded = (lockMilliseconds: number): Dialect => {
  const setting = sql`set_config('lock_timeout', ${lit(String(Math.ceil(lockMilliseconds)))}, true)`;
  return { ...postgresDialect, boundedWait: sql`(select ${setting}) is not null` };
};

/**
 * Sends dates as ISO text with their zone: `timestamptz` reads it, and `timestamp` ignores the zone and keeps UTC.
 * Drivers would write a `Date` in the time zone of the process.
 */
function codec(facts: ColumnFacts): Codec {
  const { encode, decode } = columnCodec(facts, { booleans: "native", dates: "iso text" });
  if (facts.kind === "date") return { encode, decode: decodeMilliseconds };
  if (facts.kind === "text" || facts.kind === "boolean") return { encode, decode: null };
  return { encode, decode };
}

/**
 * Milliseconds since 1970 are equal for both timestamp types, in every session and with every driver. A text of the
 * type `char(36)` has blanks at the end, which the cast removes; a cast does not change other texts. Drivers parse the
 * types `json` and `jsonb`, and not the type `text`.
 */
function selected(reference: Sql, { kind }: ColumnFacts): Sql {
  if (kind === "text" || kind === "json") return sql`${reference}::text`;
  return kind === "date" ? sql`(extract(epoch from ${reference}) * 1000)::float8` : reference;
}

// Before PostgreSQL 14 the product may be slightly below a whole millisecond.
const decodeMilliseconds = (value: unknown): Date => new Date(Math.floor(Number(value) + 0.0005));

/**
 * Tables of other software store microseconds, which a cursor cannot: the last row would match again. So this reads
 * the exact value from the row, as long as the row exists and matches the cursor. Sorting by milliseconds would use no
 * index.
 */
function atCursor({ column, facts, value, id }: Cursor, plan: ModelPlan): Sql {
  if (facts.kind !== "date") return value;
  const exact = ref("at_cursor", sqlNameOf(plan, column));
  const isSame = sql`date_trunc('milliseconds', ${exact}) = ${value}`;
  const row = sql`${ref(...plan.words)} as ${ref("at_cursor")} where ${ref("at_cursor", sqlNameOf(plan, "id"))} = ${id}`;
  return sql`coalesce((select ${exact} from ${row} and ${isSame}), ${value})`;
}

const sqlNameOf = ({ byName }: ModelPlan, column: string): string => byName.get(column)?.sqlName ?? column;

/**
 * An index with `collate "C"` serves the search, the order and the cursor; an index with `text_pattern_ops` does not.
 * A range works in a prepared statement, which cannot use the prefix of an unknown pattern.
 */
function searchable(reference: Sql): Sql {
  return sql`${reference} collate "C"`;
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const faultOfState = new Map<string, Fault>([
  ["23505", "conflict"],
  ["23503", "reference"],
  ["42P01", "missing"],
  ["42703", "missing"],
  ["40P01", "again"],
  ["40001", "again"],
  // Named prepared statements behind a pooler that does not support them.
  ["26000", "again"],
  ["42P05", "again"],
  ["55P03", "locked"],
  // A read-only server; transactions ended by the server, or with an unknown outcome.
  ["25006", "unavailable"],
  ["25P03", "unavailable"],
  ["25P04", "unavailable"],
  ["40003", "unavailable"],
]);
/** Connection, resources, operator intervention, system error. */
const unavailableClasses = new Set(["08", "53", "57", "58"]);
const unavailableMessages =
  /timeout|connection[ _](terminated|closed|ended|destroyed|error)|connection is closed|not queryable|pool after calling end|PGlite (instance )?is (already )?clos/i;

function fault(error: unknown): Fault {
  const state = textProperty(error, "code");
  if (state === "0A000" && textProperty(error, "message").includes("cached plan")) return "again";
  const known = faultOfState.get(state);
  if (known) return known;
  // EPIPE has the format of a state.
  if (isSocketError(error)) return "unavailable";
  if (/^[0-9A-Z]{5}$/.test(state)) return unavailableClasses.has(state.slice(0, 2)) ? "unavailable" : "other";
  return unavailableMessages.test(textProperty(error, "message")) ? "unavailable" : "other";
}

/** By the detail, `Key ("providerId", "accountId")=(…) already exists.`, or by the name of the index. */
function conflict(error: unknown, plan: ModelPlan): Conflict {
  const [, named] = /\(([^()]+)\)=\(/.exec(textProperty(error, "detail")) ?? [];
  const columns = named?.split(", ").map((column) => column.replaceAll('"', "")) ?? [];
  const areKnown =
    columns.length > 0 && columns.every((column) => plan.columns.some(({ sqlName }) => sqlName === column));
  return areKnown ? conflictOver(plan, columns) : conflictByIndexName(plan, textProperty(error, "constraint"));
}
