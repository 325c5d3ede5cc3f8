import type { Session } from "@keyhold/core";
import { type Context, commonErrors } from "@keyhold/core/plugin";
import { tidy } from "../balance/balance.js";
import { notedBalance, queueOf } from "../balance/queue.js";
import { holdersOf } from "../holding/holdings-of.js";
import type { BillingSettings } from "../options.js";
import { externalIdOf } from "../provider/owner.js";
import { keepUse } from "./keep-use.js";
import { sendSoon } from "./send.js";
import { rowOf, type Use } from "./use.js";

/** A use and its owner. */
export interface OwnedUse extends Use {
  readonly userId?: string | undefined;
  readonly organizationId?: string | undefined;
}

/** What a tracked use has changed. */
export interface Tracked {
  /** Whether the use is counted by this call; false for a key that is known. */
  readonly isNew: boolean;
  /** The units left on the meter, as far as this process knows. */
  readonly balance: number | null;
}

/**
 * The external id of the owner of a use: the named owner, else the organization in which the user of the session works,
 * else that user. Fails with 401 without an owner.
 */
export function usageOwner(ctx: Context, { userId, organizationId }: OwnedUse, session: Session | null): string {
  const named = userId !== undefined || organizationId !== undefined;
  const holders = named || !session ? { userId, organizationId } : holdersOf(session);
  if (holders.organizationId) {
    return externalIdOf({ ownerKind: "organization", ownerId: holders.organizationId });
  }
  if (!holders.userId) return ctx.fail(commonErrors.UNAUTHORIZED);
  return externalIdOf({ ownerKind: "user", ownerId: holders.userId });
}

/** Keeps a use, by one statement or less. The use is sent to the provider after the commit and the response. */
export async function track(ctx: Context, settings: BillingSettings, owner: string, use: Use): Promise<Tracked> {
  const row = rowOf(settings.usage, owner, use, ctx.now());
  const isNew = await keepUse(ctx, row);
  if (isNew) sendSoon(ctx, settings, row);
  const queue = queueOf(ctx);
  const noted = notedBalance(queue, row);
  // The row joins the queue after this call.
  const balance = noted === null || !isNew ? noted : tidy(noted - Math.max(0, row.units));
  return { isNew, balance };
}
