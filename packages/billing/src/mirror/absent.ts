import type { WebhookEvent } from "@keyhold/billing-schema/webhook";
import { type Context, pagesOf } from "@keyhold/core/plugin";
import type { BillingProvider } from "../provider/billing-provider.js";
import { BillingProviderError } from "../provider/error.js";
import { everyItem } from "../provider/every-item.js";
import { grants, subscriptions } from "./entities.js";
import type { CommonRow } from "./mirrored.js";
import { markGone, saveEntity } from "./save.js";
import type { MirrorSettings } from "./settings.js";

/** The mirror's settings with a provider. */
export type AskedMirror = MirrorSettings & { readonly provider: BillingProvider };

/** Asks for a subscription by its id, and writes the answer. */
export async function askSubscription(ctx: Context, settings: AskedMirror, row: CommonRow): Promise<void> {
  const data = await settings.provider.subscriptions.get(row.id).catch(nullIfNotFound);
  if (data) await saveEntity(ctx, settings, { mirrored: subscriptions, data, tellsMissing: true });
  else await markGone(ctx, settings, subscriptions, row);
}

/** Asks for the grants of a benefit to a customer, and writes them. */
async function askGrants(ctx: Context, settings: AskedMirror, row: GrantRow): Promise<void> {
  const { benefitId, customerId } = row;
  let isFound = false;
  const list = settings.provider.grants.list;
  try {
    for await (const data of everyItem((query) => list(benefitId, { ...query, customerId }))) {
      isFound ||= data.id === row.id;
      await saveEntity(ctx, settings, { mirrored: grants, data, tellsMissing: true });
    }
  } catch (error) {
    nullIfNotFound(error);
  }
  if (!isFound) await markGone(ctx, settings, grants, row);
}

interface GrantRow extends CommonRow {
  readonly benefitId: string;
  readonly customerId: string;
}

/** The state of a customer: what the provider says is active. */
export interface ActiveIds {
  readonly customerId: string;
  readonly subscriptions: ReadonlySet<string>;
  readonly grants: ReadonlySet<string>;
}

/**
 * Asks for what the mirror has as active and a state does not name. A row never ends because a state lacks it: the state
 * may be older than the row.
 */
export async function askAbsent(ctx: Context, settings: AskedMirror, active: ActiveIds): Promise<void> {
  const { customerId } = active;
  for await (const rows of pagesOf(ctx.db, subscriptions.model, { customerId, isActive: true, goneAt: null })) {
    for (const row of rows) if (!active.subscriptions.has(row.id)) await askSubscription(ctx, settings, row);
  }
  const granted = { customerId, isGranted: true, isRevoked: false, goneAt: null };
  for await (const rows of pagesOf(ctx.db, grants.model, granted)) {
    for (const row of rows) if (!active.grants.has(row.id)) await askGrants(ctx, settings, row);
  }
}

/** `askAbsent` after the answer to an event with a customer's state. */
export function askAbsentLater(ctx: Context, settings: MirrorSettings, event: StateChanged): void {
  const { provider } = settings;
  if (provider === null) return;
  const active = activeIdsOf(event.data);
  ctx.later("Asking for what a customer's state lacks", () => askAbsent(ctx, { ...settings, provider }, active));
}

type StateChanged = Extract<WebhookEvent, { readonly type: "customer.state_changed" }>;

/** What a state names. */
export const activeIdsOf = (state: StateChanged["data"]): ActiveIds => ({
  customerId: state.id,
  subscriptions: new Set(state.activeSubscriptions.map(({ id }) => id)),
  grants: new Set(state.grantedBenefits.map(({ id }) => String(id))),
});

/** Null for "not-found"; throws other errors. */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof BillingProviderError && error.reason === "not-found") return null;
  throw error;
}
