import { defineOutboxKind, type NewOutboxEntry, OutboxError, type OutboxKind } from "@keyhold/core/outbox";
import type { HookContext } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import type { BillingSettings } from "../options.js";
import { BillingProviderError } from "../provider/error.js";
import { type BillingOwner, externalIdOf } from "../provider/owner.js";
import { usageModel } from "../usage/models.js";

/** What is removed. */
export interface Removal {
  /** The customer's external id. */
  readonly owner: string;
  readonly anonymize: boolean;
  /** Until when a checkout may be open that makes the customer only when it is paid. In milliseconds since 1970. */
  readonly openUntil: number;
}

/** Longer than a checkout of the provider is open. */
const openMilliseconds = 75 * 60_000;

/** Removes the customer of a deleted owner: subscriptions and open checkouts end. */
export const removeCustomer: OutboxKind<Removal> = defineOutboxKind<Removal, void, BillingSettings>(
  "billing.remove-customer",
  {
    input: z.object({ owner: z.string(), anonymize: z.boolean(), openUntil: z.number() }),
    async run({ input: { owner, anonymize, openUntil }, ctx }, { provider }) {
      // Also usage tracked after the deletion.
      await ctx.db.remove(usageModel, { owner });
      const wait = Math.ceil((openUntil - ctx.now().getTime()) / 1000);
      try {
        await provider?.customers.remove(owner, { anonymize });
      } catch (error) {
        if (!(error instanceof BillingProviderError && error.reason === "not-found")) throw error;
      }
      if (wait <= 0) return;
      // A checkout may be open that was begun without a customer: if it is paid, it makes a customer.
      const failure = { mayHaveHappened: false, retryAfterSeconds: wait };
      throw new OutboxError("A checkout of the deleted owner may be open.", failure);
    },
    // A customer who is removed is not found.
    ifUnknown: "repeat",
  },
);

/** The entry for an owner. */
export function removalOf(
  { now }: Pick<HookContext, "now">,
  owner: BillingOwner,
  { customers }: Pick<BillingSettings, "customers">,
): NewOutboxEntry<Removal> {
  const externalId = externalIdOf(owner);
  return {
    input: {
      owner: externalId,
      anonymize: customers.anonymize,
      openUntil: now().getTime() + openMilliseconds,
    },
    key: externalId,
    owner: externalId,
  };
}
