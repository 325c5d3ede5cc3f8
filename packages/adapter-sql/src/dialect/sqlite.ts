import { type ColumnFacts, columnCodec } from "@keyhold/core/adapter";
import type { Conflict } from "@keyhold/core/plugin";
import { type Sql, sql } from "../sql/sql.js";
import type { ModelPlan } from "../statement/plan.js";
import type { Codec } from "../statement/value.js";
import { compare, isAmong } from "./compare.js";
import { conflictByIndexName, conflictOver } from "./conflict.js";
import type { Comparison, Dialect, Fault } from "./dialect.js";
import { property, textProperty } from "./error.js";
import { readIsoDate } from "./iso-date.js";
import { isInRange, rangeOfPrefix } from "./prefix.js";
import { rejectionBySqlite } from "./rejection.js";

export const sqliteDialect: Dialect = {
  name: "sqlite",
  style: { quote: '"', parameter: () => "?" },
  hasNul: true,
  hasUuid: false,
  hasReturning: true,
  hasLimitParameter: true,
  // Two milliseconds at a million sessions. Each row touches a page of every index; more pages exceed the cache of 2
  // MB.
  maxRemovedRows: 25,
  boundedWait: null,
  currentMilliseconds: sql`(julianday('now') - 2440587.5) * 86400000.0`,
  codec,
  selected: (reference) => reference,
  ordered: (reference) => reference,
  atCursor: ({ value }) => value,
  compared,
  within: isAmong,
  searchable,
  prefixBounds: rangeOfPrefix,
  beginsWith: (reference, bounds) => isInRange(searchable(reference), bounds),
  fault,
  conflict,
  isImpossible: () => false,
  rejection: rejectionBySqlite,
};

function codec(facts: ColumnFacts): Codec {
  const { encode, decode } = columnCodec(facts, { booleans: "0/1", dates: "iso text" });
  if (facts.kind === "date") return { encode, decode: (value) => readIsoDate(value) ?? decode(value) };
  return { encode, decode: facts.kind === "text" ? null : decode };
}

/**
 * Dates are ISO text, but a database of other software may store seconds or milliseconds, and SQLite sorts every number
 * before every text: without the second comparison all sessions would count as expired.
 */
function compared(reference: Sql, comparison: Comparison, value: Sql, { kind }: ColumnFacts): Sql {
  const plain = compare(reference, comparison, value);
  if (kind !== "date" || comparison === "=") return plain;
  const seconds = sql`case when ${reference} < 100000000000 then ${reference} else ${reference} / 1000.0 end`;
  const number = compare(sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`, comparison, value);
  return comparison === "<"
    ? sql`${plain} and (${reference} >= '' or ${number})`
    : sql`(${plain} or (${reference} < '' and ${number}))`;
}

/** A range, because SQLite would prepare a pattern again for each value. */
function searchable(reference: Sql): Sql {
  return sql`${reference} collate binary`;
}

/**
 * https://www.sqlite.org/rescode.html, by number (node:sqlite), and by name: better-sqlite3 and libsql, and Durable Objects
 * at the end of the message.
 */
const primaryCodes: readonly (readonly [Fault, number, string])[] = [
  ["again", 5, "BUSY"],
  ["again", 6, "LOCKED"],
  ["unavailable", 7, "NOMEM"],
  ["unavailable", 8, "READONLY"],
  ["unavailable", 10, "IOERR"],
  ["unavailable", 13, "FULL"],
  ["unavailable", 14, "CANTOPEN"],
  ["unavailable", 15, "PROTOCOL"],
];
const faultOfCode = new Map<number | string, Fault>(
  primaryCodes.flatMap(([fault, number, name]) => [
    [number, fault],
    [name, fault],
  ]),
);

/** ": SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_UNIQUE)", of a Durable Object. */
const endOfMessage = /: SQLITE_([A-Z]+)(?: \(extended: \w+\))?$/;

function fault(error: unknown): Fault {
  const message = textProperty(error, "message");
  if (message.includes("UNIQUE constraint failed")) return "conflict";
  if (message.includes("FOREIGN KEY constraint failed")) return "reference";
  if (/no such (table|column)|has no column named/.test(message)) return "missing";
  if (/database is not open|connection is not open/.test(message)) return "unavailable";
  const code = property(error, "errcode");
  // The lower byte, or the first word, is the kind of error; the rest is detail.
  const [, name = ""] = /^SQLITE_([A-Z]+)/.exec(textProperty(error, "code")) ?? endOfMessage.exec(message) ?? [];
  const kind = typeof code === "number" ? code & 0xff : name;
  return faultOfCode.get(kind) ?? "other";
}

/** "UNIQUE constraint failed: account.providerId, account.accountId" */
function conflict(error: unknown, plan: ModelPlan): Conflict {
  const message = textProperty(error, "message").replace(endOfMessage, "");
  const [, named = ""] = /UNIQUE constraint failed: (.*)$/m.exec(message) ?? [];
  if (named.startsWith("index ")) return conflictByIndexName(plan, named);
  const columns = named.split(", ").map((column) => column.slice(column.indexOf(".") + 1));
  return conflictOver(plan, columns);
}
