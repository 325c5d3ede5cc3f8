import { before, type Context, isIn, type TxContext } from "@keyhold/core/plugin";
import { emit } from "../events.js";
import { jwksModel, type KeyRow } from "../models.js";
import type { JwtOptions } from "../options.js";
import { forgetKeys, memoryOf } from "./memory.js";
import {
  endOfKey,
  endOfPrevious,
  isDue,
  isKnown,
  type NewKey,
  needsNext,
  newKey,
  next,
  retired,
  signing,
} from "./states.js";

type Rules = Pick<JwtOptions, "algorithm" | "keyLifetimeDays">;

/** Another caller has made the key that signs: the transaction is undone. */
class TakenError extends Error {}
const taken = (): never => {
  throw new TakenError("Another key signs meanwhile.");
};

/** The key that signs; null: there is none yet. */
export const signingRow = (ctx: Pick<Context, "db">, { algorithm }: Pick<Rules, "algorithm">): Promise<KeyRow | null> =>
  ctx.db.find(jwksModel, { state: signing(algorithm) });

/** Every key of the table, newest first: a table of few rows. */
export const allKeys = (ctx: Pick<Context, "db"> | Pick<TxContext, "db">): Promise<readonly KeyRow[]> =>
  ctx.db.list(jwksModel, {}, { orderBy: "createdAt", direction: "descending", limit: 200 });

/**
 * The first key that signs. The unique index decides: of many callers one caller inserts its key, and the other callers take that key.
 */
export async function firstKey(ctx: Context, rules: Rules): Promise<KeyRow> {
  for (;;) {
    const found = await signingRow(ctx, rules);
    if (found) return found;
    const made = await newKey(ctx, rules, signing(rules.algorithm));
    const inserted = await ctx.db.insert(jwksModel, made.row, { onConflict: () => null });
    if (!inserted) continue;
    emit(ctx, { type: "jwt.key-signing", keyId: inserted.id, retiredKeyId: null });
    ctx.later("Noting the keys of the previous library", endPrevious);
    return inserted;
  }
}

/** Gives the keys of the previous library an end. */
async function endPrevious(ctx: Context): Promise<void> {
  const rows = await allKeys(ctx);
  for (const { id, state, publishedUntil } of rows)
    if (state === null && publishedUntil === null)
      await ctx.db.update(jwksModel, id, { publishedUntil: endOfPrevious(ctx.now()) });
}

/** Whether a signing key needs work: after the answer, once per process at a time. */
export function rotateWhenDue(ctx: Context, rules: Rules, row: KeyRow): void {
  const memory = memoryOf(ctx);
  if (memory.isRotating || !needsNext(row, ctx.now())) return;
  memory.isRotating = true;
  ctx.later("Rotating the keys of tokens", async (ctx) => {
    try {
      await rotate(ctx, rules, row);
    } finally {
      memory.isRotating = false;
    }
  });
}

/**
 * One step of the rotation: makes the next key, or lets the next key sign if every service has it. Each step may run
 * at many callers at once. Answers whether another key signs now.
 */
export async function rotate(ctx: Context, rules: Rules, row: KeyRow): Promise<boolean> {
  const successor =
    (await ctx.db.find(jwksModel, { state: next(rules.algorithm) })) ?? (await insertNext(ctx, rules, row));
  const now = ctx.now();
  if (!successor || !isDue(row, now) || !isKnown(successor, now)) return false;
  const isPromoted = await ctx.transactionOn(jwksModel, row.id, async (ctx, present) => {
    // Another caller has rotated.
    if (present.state !== signing(rules.algorithm) || !isDue(present, now)) return false;
    // A rotation after a leak has removed the next key.
    if (!(await ctx.db.lock(jwksModel, successor.id))) return false;
    await retire(ctx, present);
    const change = { state: signing(rules.algorithm), expiresAt: endOfKey(rules, now) };
    const promoted = await ctx.db.update(jwksModel, successor.id, change, { onConflict: taken });
    if (!promoted) return taken();
    emit(ctx, { type: "jwt.key-signing", keyId: promoted.id, retiredKeyId: present.id });
    return true;
  });
  if (!isPromoted) return false;
  await endPrevious(ctx);
  await removeEnded(ctx, rules);
  return true;
}

/** Ends the time of a signing key, so that the next key takes over as soon as it may. */
export async function endKey(ctx: Context, row: KeyRow): Promise<KeyRow> {
  return (await ctx.db.update(jwksModel, row.id, { expiresAt: ctx.now() })) ?? row;
}

/**
 * Makes the next key, unless there is one: under the lock of the key that signs, so that a caller that comes late makes
 * no key after the next key has begun to sign.
 */
async function insertNext(ctx: Context, rules: Rules, row: KeyRow): Promise<KeyRow | null> {
  const made = await newKey(ctx, rules, next(rules.algorithm));
  return ctx.transactionOn(jwksModel, row.id, async (ctx, present) => {
    if (present.state !== signing(rules.algorithm)) return null;
    const found = await ctx.db.find(jwksModel, { state: next(rules.algorithm) });
    return found ?? asRow(await ctx.db.insert(jwksModel, made.row, { onConflict: taken }));
  });
}

/** A locked row does not leave its transaction. */
const asRow = (row: KeyRow): KeyRow => ({ ...row });

const retire = async (ctx: TxContext, { id }: KeyRow): Promise<void> => {
  await ctx.db.update(jwksModel, id, retired(ctx.now()), { onConflict: taken });
};

/** Removes keys that are no longer published, and retires those of an algorithm that the app uses no more. */
async function removeEnded(ctx: Context, rules: Rules): Promise<void> {
  const now = ctx.now();
  for (const row of await allKeys(ctx)) {
    const isOfOther = row.state !== null && row.alg !== rules.algorithm && isDue(row, now);
    if (isOfOther) await ctx.db.update(jwksModel, row.id, retired(now), { onConflict: () => null });
  }
  await ctx.db.remove(jwksModel, { state: null, publishedUntil: before(now) });
}

/** Lets a new key sign in place of a key that cannot be decrypted. Null: another caller has replaced it. */
export async function replaceUnreadable(ctx: Context, rules: Rules, row: KeyRow): Promise<NewKey | null> {
  const made = await newKey(ctx, rules, signing(rules.algorithm));
  const isReplaced = await ctx.transactionOn(jwksModel, row.id, async (ctx, present) => {
    if (present.state !== signing(rules.algorithm)) return false;
    await retire(ctx, present);
    const inserted = await ctx.db.insert(jwksModel, made.row, { onConflict: taken });
    emit(ctx, { type: "jwt.key-unreadable", keyId: present.id });
    emit(ctx, { type: "jwt.key-signing", keyId: inserted.id, retiredKeyId: present.id });
    return true;
  });
  return isReplaced ? made : null;
}

/** Retires the keys of the database after the answer: a signer outside of the server signs now. */
export function retireAll(ctx: Context, rows: readonly KeyRow[]): void {
  const isLeft = ({ state, publishedUntil }: KeyRow): boolean =>
    state !== null || (publishedUntil !== null && publishedUntil < ctx.now());
  if (!rows.some(isLeft)) return;
  ctx.later("Retiring the keys of the database", async (ctx) => {
    for (const { id, state } of rows)
      if (state !== null) await ctx.db.update(jwksModel, id, retired(ctx.now()), { onConflict: () => null });
    await ctx.db.remove(jwksModel, { state: null, publishedUntil: before(ctx.now()) });
  });
}

/** Removes every key: tokens of these keys are refused. */
export async function removeAll(ctx: Context): Promise<void> {
  const keyIds = (await allKeys(ctx)).map(({ id }) => id);
  if (keyIds.length === 0) return;
  await ctx.db.remove(jwksModel, { id: isIn(keyIds) });
  emit(ctx, { type: "jwt.keys-removed", keyIds });
}

/** Removes every key, and lets a new key sign at once: after a leak. Tokens of earlier keys are refused. */
export async function replaceAll(ctx: Context, rules: Rules): Promise<void> {
  const made = await newKey(ctx, rules, signing(rules.algorithm));
  for (let turn = 0; ; turn += 1) {
    const rows = [...(await allKeys(ctx))].sort((one, other) => (one.id < other.id ? -1 : 1));
    const keyIds = rows.map(({ id }) => id);
    try {
      await ctx.transaction(async (ctx) => {
        for (const id of keyIds) await ctx.db.lock(jwksModel, id);
        // Another caller may have made a key meanwhile.
        if ((await allKeys(ctx)).some(({ id }) => !keyIds.includes(id))) return taken();
        if (keyIds.length > 0) await ctx.db.remove(jwksModel, { id: isIn(keyIds) });
        const inserted = await ctx.db.insert(jwksModel, made.row, { onConflict: taken });
        emit(ctx, { type: "jwt.keys-removed", keyIds });
        emit(ctx, { type: "jwt.key-signing", keyId: inserted.id, retiredKeyId: null });
      });
      return forgetKeys(ctx);
    } catch (error) {
      if (!(error instanceof TakenError) || turn === 9) throw error;
    }
  }
}
