import type { Context } from "@keyhold/core/plugin";
import { sendLeaked } from "../emails.js";
import { emit } from "../events.js";
import { type ApiKeyRow, apiKeyModel } from "../models.js";
import { findKey } from "./find.js";
import { recipientsOf } from "./recipients.js";

/** A text that was found in public. */
export interface LeakReport {
  readonly token: string;
  /** The URL at which the text was found. */
  readonly url?: string | null | undefined;
}

/**
 * Disables the keys among the texts, tells their owners by an email and listeners by an event; answers how many keys were
 * disabled. A text that is no key, and a key that is disabled, has no effect: a report that comes twice counts once.
 */
export async function disableLeaked(ctx: Context, reports: readonly LeakReport[]): Promise<number> {
  let disabled = 0;
  for (const { token, url = null } of reports) {
    const found = await findKey(ctx, token);
    if (found?.row.enabled && (await disable(ctx, found.row, url || null))) disabled += 1;
  }
  return disabled;
}

async function disable(ctx: Context, row: ApiKeyRow, foundAt: string | null): Promise<boolean> {
  const { id } = row;
  const recipients = await recipientsOf(ctx, row);
  const isDisabled = await ctx.transactionOn(apiKeyModel, id, async (ctx, present) => {
    if (!present.enabled) return false;
    await ctx.db.update(apiKeyModel, id, { enabled: false, updatedAt: ctx.now() });
    emit(ctx, { type: "api-key.leaked", keyId: id, referenceId: present.referenceId, actorId: null, foundAt });
    for (const user of recipients) sendLeaked(ctx, user, present, foundAt);
    return true;
  });
  return isDisabled === true;
}
