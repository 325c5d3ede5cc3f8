import { removePages } from "../../adapter/remove-pages.js";
import { before, isIn } from "../../adapter/where.js";
import type { Hooks } from "../../contract/hooks.js";
import { wakeFirst } from "../entry/claim.js";
import { outboxModel } from "../models.js";

const keepFailedMilliseconds = 30 * 86_400_000;

/** Removes the unfinished entries of a user, of the kinds that end with their owner. */
export const endWithOwner: Hooks["user.delete"] = async ({ id: owner }, ctx) => {
  const kinds = [...(ctx.outbox?.kinds.values() ?? [])].filter(({ kind }) => kind.endsWithOwner);
  const names = kinds.map(({ kind }) => kind.name);
  if (names.length === 0) return;
  const removed = await ctx.db.remove(outboxModel, { owner, kind: isIn(names) });
  if (removed > 0) await wakeFirst(ctx, owner);
};

/**
 * Failed entries are kept for 30 days, for a retry by hand; so are expired entries of kinds that the app no longer has,
 * which no worker ends.
 */
export const removeFailed: Hooks["sweep"] = async (ctx) => {
  const end = new Date(ctx.databaseClock.now().getTime() - keepFailedMilliseconds);
  await removePages(ctx.db, outboxModel, { state: "failed", dueAt: before(end) });
  await removePages(ctx.db, outboxModel, { state: "pending", dueAt: before(end), expiresAt: before(end) });
};
