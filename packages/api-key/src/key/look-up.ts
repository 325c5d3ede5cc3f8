import { together } from "@keyhold/core/adapter";
import { type Context, isIn, userModel } from "@keyhold/core/plugin";
import { apiKeyModel } from "../models.js";
import type { FoundKey } from "./find.js";

/** What a check of a key needs of the owner. */
export interface LookUp {
  /** The key is of a user, not of an organization. */
  readonly isOfUser: boolean;
  /** Whether the row of the user is needed, not only the existence. */
  readonly needsUser: boolean;
}

type Find = (start: string) => Promise<readonly FoundKey[]>;

/** By the database, or the transaction, of the reading. */
const lookUps = new WeakMap<object, Map<string, Find>>();

/** The keys with this value of `start`, with their users, before a check of the secret. */
export function lookUp(ctx: Context, start: string, what: LookUp): Promise<readonly FoundKey[]> {
  const kind = what.isOfUser ? `user ${what.needsUser}` : "organization";
  const known = lookUps.get(ctx.db) ?? new Map<string, Find>();
  lookUps.set(ctx.db, known);
  const find = known.get(kind) ?? finder(ctx.db, what);
  known.set(kind, find);
  return find(start);
}

/** One row has a value of `start`; the previous library may have written others. */
const spareRows = 16;

const noKeys: readonly FoundKey[] = [];

function finder(db: Context["db"], what: LookUp): Find {
  const readTogether = async (starts: readonly string[]): Promise<readonly (readonly FoundKey[])[]> => {
    const found = new Map<string | null, FoundKey[]>();
    for (const key of await list(db, starts, what)) {
      const others = found.get(key.row.start);
      if (others) others.push(key);
      else found.set(key.row.start, [key]);
    }
    return starts.map((start) => found.get(start) ?? noKeys);
  };
  return together(readTogether);
}

async function list(
  db: Context["db"],
  starts: readonly string[],
  { isOfUser, needsUser }: LookUp,
): Promise<readonly FoundKey[]> {
  const where = { start: starts.length === 1 ? (starts[0] ?? null) : isIn([...new Set(starts)]) };
  const page = { orderBy: "start", limit: starts.length + spareRows } as const;
  if (!isOfUser) {
    const rows = await db.list(apiKeyModel, { ...where, userId: null }, page);
    return rows.map((row) => ({ row, userId: null, user: null }));
  }
  if (needsUser) {
    const rows = await db.list(apiKeyModel, where, { ...page, with: userModel });
    return rows.map((row) => ({ row, userId: row.user.id, user: row.user }));
  }
  const rows = await db.list(apiKeyModel, where, { ...page, with: userModel, withColumns: ["id"] });
  return rows.map((row) => ({ row, userId: row.user.id, user: null }));
}
