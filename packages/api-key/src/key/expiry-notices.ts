import { before, type Context } from "@keyhold/core/plugin";
import { sendExpiring } from "../emails.js";
import { type ApiKeyRow, apiKeyModel } from "../models.js";
import { recipientsOf } from "./recipients.js";

/** When an email tells of the end of a key: 14 and 3 days before. */
const aheadMilliseconds = [14, 3].map((days) => days * 86_400_000);
/** Keys of one sweep. */
const maxAtOnce = 500;

/** When the next email about the end of a key is due; after the last email the end itself. Null: the key has ended, or has no end. */
export function nextNotice(expiresAt: Date | null, now: Date): Date | null {
  if (expiresAt === null) return null;
  const times = [...aheadMilliseconds, 0].map((ahead) => expiresAt.getTime() - ahead);
  const next = times.find((time) => time > now.getTime());
  return next === undefined ? null : new Date(next);
}

/** Sends the due emails about the ends of keys, each once, also from several processes. Disabled keys have no emails. */
export async function sendNotices(ctx: Context): Promise<void> {
  const now = ctx.now();
  await addMissingTimes(ctx, now);
  const due = await ctx.db.list(apiKeyModel, { noticeAt: before(now) }, { orderBy: "noticeAt", limit: maxAtOnce });
  for (const row of due) await sendNotice(ctx, row, now);
}

/** Below each id, also if ids are UUIDs. */
const lowestId = "00000000-0000-0000-0000-000000000000";
/** Well before the first email, so that a sweep sees the key in time. */
const soonMilliseconds = 30 * 86_400_000;

/** Writes the time of the next email to keys of the previous library, and of a time before these emails. */
async function addMissingTimes(ctx: Context, now: Date): Promise<void> {
  const soon = new Date(now.getTime() + soonMilliseconds);
  const page = { orderBy: "expiresAt", limit: maxAtOnce, cursor: { value: now, id: lowestId } } as const;
  for (const { id } of await ctx.db.list(apiKeyModel, { noticeAt: null, expiresAt: before(soon) }, page))
    await ctx.transactionOn(apiKeyModel, id, async (ctx, { noticeAt, expiresAt }) => {
      if (noticeAt === null) await ctx.db.update(apiKeyModel, id, { noticeAt: nextNotice(expiresAt, now) });
    });
}

async function sendNotice(ctx: Context, { id }: ApiKeyRow, now: Date): Promise<void> {
  const row = await ctx.db.find(apiKeyModel, { id });
  if (!row) return;
  const recipients = row.enabled ? await recipientsOf(ctx, row) : [];
  await ctx.transactionOn(apiKeyModel, id, async (ctx, { noticeAt, expiresAt, enabled }) => {
    // Another process has sent the email, or the end was changed.
    if (noticeAt === null || noticeAt >= now) return;
    await ctx.db.update(apiKeyModel, id, { noticeAt: nextNotice(expiresAt, now) });
    if (enabled && expiresAt !== null && expiresAt > now)
      for (const user of recipients) sendExpiring(ctx, user, row, expiresAt);
  });
}
