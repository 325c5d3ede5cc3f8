import { type Context, type CursorPlace, readCursor, writeCursor } from "@keyhold/core/plugin";
import { type ManagedRow, managedUserModel } from "../models.js";
import type { UserSearch } from "./user-search.js";

export interface UserPage {
  readonly users: readonly ManagedRow[];
  /** For the next call; null on the last page. */
  readonly nextCursor: string | null;
}

export interface PageOptions {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A list, read in parallel with others, from its position on the previous page. */
interface Reading {
  readonly rows: readonly ManagedRow[];
  /** The list's part of the cursor; "" at the beginning. */
  readonly from: string;
  taken: number;
}

/**
 * Reads a page of matching users by an indexed read per list. Returns null if the cursor does not belong to this
 * search.
 */
export async function readUserPage(
  ctx: Context,
  search: UserSearch,
  { limit, cursor }: PageOptions,
): Promise<UserPage | null> {
  const parts = cursor === undefined ? search.wheres.map(() => "") : cursor.split(".");
  const places = parts.map((part) => readPlace(search, part));
  if (parts.length !== search.wheres.length || places.includes(null)) return null;
  const readings = await Promise.all(
    search.wheres.map(async (where, index): Promise<Reading> => {
      const { column: orderBy, direction } = search;
      const place = places[index];
      // A row beyond the limit shows that there is a next page.
      const options = { orderBy, direction, limit: limit + 1, mayLag: true, ...(place && { cursor: place }) };
      return { rows: await ctx.db.list(managedUserModel, where, options), from: parts[index] ?? "", taken: 0 };
    }),
  );
  const users = merge(readings, search, limit);
  const isLast = readings.every(({ rows, taken }) => taken === rows.length);
  return { users, nextCursor: isLast ? null : readings.map((reading) => placeOf(reading, search)).join(".") };
}

/** Counts the matching users on all pages: a count per list. */
export async function countUsers(ctx: Context, { wheres }: UserSearch): Promise<number> {
  const counts = await Promise.all(wheres.map((where) => ctx.db.count(managedUserModel, where, { mayLag: true })));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Undefined at the beginning of a list; null for an invalid cursor. */
function readPlace({ column }: UserSearch, part: string): CursorPlace<Date | string> | null | undefined {
  if (part === "") return undefined;
  return column === "createdAt" ? readCursor("date", part) : readCursor("text", part);
}

/** Each list continues after the last taken row, so the order of equal rows does not matter. */
function placeOf({ rows, taken, from }: Reading, { column }: UserSearch): string {
  const last = rows[taken - 1];
  return last ? writeCursor(last[column], last.id) : from;
}

function merge(readings: readonly Reading[], search: UserSearch, limit: number): readonly ManagedRow[] {
  const users: ManagedRow[] = [];
  for (let next = nextOf(readings, search); next && users.length < limit; next = nextOf(readings, search)) {
    next.reading.taken += 1;
    users.push(next.row);
  }
  return users;
}

interface Next {
  readonly reading: Reading;
  readonly row: ManagedRow;
}

/** The list with the first remaining row, and that row; null if all are read. */
function nextOf(readings: readonly Reading[], search: UserSearch): Next | null {
  let first: Next | null = null;
  for (const reading of readings) {
    const row = reading.rows[reading.taken];
    if (row && (!first || isBefore(row, first.row, search))) first = { reading, row };
  }
  return first;
}

const isBefore = (one: ManagedRow, other: ManagedRow, { column, direction }: UserSearch): boolean =>
  direction === "ascending" ? one[column] < other[column] : one[column] > other[column];
