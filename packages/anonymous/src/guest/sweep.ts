import { isAuthError } from "@keyhold/core";
import { after, before, type Context, sessionModel } from "@keyhold/core/plugin";
import { deleteUser } from "@keyhold/core/users";
import { type GuestRow, guestModel } from "../models.js";
import type { AnonymousOptions } from "../options.js";
import { isGuest } from "./guest.js";

const pageLength = 500;
const dayMilliseconds = 86_400_000;

/** Deletes the guests who have not used the app for `unusedDays`, oldest first. Several processes may do so at once. */
export async function removeUnused(ctx: Context, { unusedDays }: AnonymousOptions): Promise<void> {
  const since = new Date(ctx.now().getTime() - unusedDays * dayMilliseconds);
  let cursor: { readonly value: Date; readonly id: string } | undefined;
  for (;;) {
    const page = await listOldest(ctx, since, cursor);
    for (const guest of page) await removeIfAllowed(ctx, guest.id, since);
    const last = page.at(-1);
    if (!last || page.length < pageLength) return;
    cursor = { value: last.createdAt, id: last.id };
  }
}

const listOldest = (
  ctx: Context,
  since: Date,
  cursor: { readonly value: Date; readonly id: string } | undefined,
): Promise<readonly GuestRow[]> =>
  ctx.db.list(
    guestModel,
    { isAnonymous: true, createdAt: before(since) },
    { orderBy: "createdAt", limit: pageLength, ...(cursor && { cursor }) },
  );

/** A hook may keep a guest, e.g. the only owner of an organization: the guests after this guest are removed. */
async function removeIfAllowed(ctx: Context, userId: string, since: Date): Promise<void> {
  try {
    await removeIfUnused(ctx, userId, since);
  } catch (error) {
    if (!isAuthError(error)) throw error;
    ctx.advise("guest", `An unused guest cannot be deleted (${error.code}): end what keeps the guest.`);
  }
}

async function removeIfUnused(ctx: Context, userId: string, since: Date): Promise<void> {
  if (await hasUsedSession(ctx, userId, since)) return;
  await ctx.transactionOn(guestModel, userId, async (ctx, user) => {
    if ((await isGuest(ctx, user)) && !(await hasUsedSession(ctx, userId, since))) await deleteUser(ctx, user);
  });
}

/**
 * Whether the guest has a session that was used since. The row of a session knows the time of its last prolongation,
 * which a use causes at most once in `session.updateAgeSeconds`.
 */
const hasUsedSession = (
  { db, settings, now }: Pick<Context, "settings" | "now"> & { readonly db: Pick<Context["db"], "exists"> },
  userId: string,
  since: Date,
): Promise<boolean> => {
  const noted = new Date(since.getTime() - settings.session.updateAgeSeconds * 1000);
  return db.exists(sessionModel, { userId, expiresAt: after(now()), updatedAt: after(noted) });
};
