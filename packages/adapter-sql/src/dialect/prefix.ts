import { type Sql, sql } from "../sql/sql.js";

const lastCodePoint = 0x10ffff;

/**
 * The range of texts with the prefix: the first such text, and the first text after them; without an end after the last
 * code point.
 */
export function rangeOfPrefix(prefix: string): readonly string[] {
  const codePoints = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  for (let last = codePoints.pop(); last !== undefined; last = codePoints.pop()) {
    if (last === lastCodePoint) continue;
    // Surrogates are not characters.
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    return [prefix, String.fromCodePoint(...codePoints, next)];
  }
  return [prefix];
}

/** `reference >= from and reference < to`, or without an end. */
export function isInRange(reference: Sql, [from, to]: readonly Sql[]): Sql {
  const beginning = sql`${reference} >= ${from}`;
  return to === undefined ? beginning : sql`(${beginning} and ${reference} < ${to})`;
}
