import { type HookContext, pagesOf } from "@keyhold/core/plugin";
import { billingErrors } from "../errors.js";
import { customers, subscriptions } from "../mirror/entities.js";
import { eraseOwner } from "../mirror/erase.js";
import type { BillingSettings } from "../options.js";
import type { BillingOwner } from "../provider/owner.js";
import { removalOf, removeCustomer } from "./remove-customer.js";

/**
 * In the transaction that deletes an owner: refuses while a subscription runs, unless the app says "cancel". Otherwise
 * the outbox removes the customer at the provider after the commit, and the rows of the mirror are removed now.
 */
export async function deleteOwner(ctx: HookContext, settings: BillingSettings, owner: BillingOwner): Promise<void> {
  if (settings.provider !== null) {
    if (settings.customers.onDelete === "refuse" && (await hasRunning(ctx, owner))) {
      return ctx.fail(billingErrors.BILLING_SUBSCRIPTION_ACTIVE);
    }
    await removeCustomer.add(ctx, removalOf(ctx, owner, settings));
  }
  await eraseOwner(ctx, owner);
}

/** Under the locks of the customers, so that no event starts a subscription meanwhile. */
async function hasRunning({ db }: HookContext, { ownerId, ownerKind }: BillingOwner): Promise<boolean> {
  for await (const page of pagesOf(db, customers.model, { ownerId, ownerKind })) {
    for (const { id: customerId } of page) {
      await db.lock(customers.model, customerId);
      for await (const rows of pagesOf(db, subscriptions.model, { customerId })) if (rows.some(isRunning)) return true;
    }
  }
  return false;
}

interface SubscriptionFacts {
  readonly status: string;
  readonly cancelAtPeriodEnd: boolean | null;
  readonly endedAt: Date | null;
  readonly goneAt: Date | null;
}

/** Statuses of subscriptions that have ended, or have never begun. */
const ended = ["canceled", "incomplete", "incomplete_expired"];

/** Whether the customer will pay again: a subscription that ends with its period does not count. */
const isRunning = ({ status, cancelAtPeriodEnd, endedAt, goneAt }: SubscriptionFacts): boolean =>
  endedAt === null && goneAt === null && cancelAtPeriodEnd !== true && !ended.includes(status);
