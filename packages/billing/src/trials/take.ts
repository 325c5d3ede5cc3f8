import { type Context, fingerprint, isIn, randomText } from "@keyhold/core/plugin";
import { billingErrors } from "../errors.js";
import type { BillingProvider } from "../provider/billing-provider.js";
import { externalIdOf } from "../provider/owner.js";
import type { OpenedCheckout } from "../purchase/checkout.js";
import type { Buyer } from "../purchase/customer.js";
import type { ProviderCode } from "../purchase/refusal.js";
import { InsertedMeanwhile, insertedMeanwhile } from "../webhook/upsert-if-newer.js";
import { type TrialRow, trialModel } from "./models.js";
import type { TrialRule } from "./settings.js";
import { settle } from "./settle.js";

/** The error codes of a taken trial. */
export type TrialCode = ProviderCode | "TRIAL_ALREADY_USED";

/** A purchase of a product with a trial. */
export interface TrialPurchase {
  readonly buyer: Buyer;
  readonly rule: TrialRule;
  readonly productId: string;
  /** The body of the checkout: the same body gets the same checkout. */
  readonly body: object;
}

/** The result: a taken trial, a trial by `allow`, no trial, or the open checkout. */
export type Taken =
  | { readonly kind: "taken"; readonly taking: string }
  | { readonly kind: "granted" }
  | { readonly kind: "refused" }
  | { readonly kind: "open"; readonly checkout: OpenedCheckout };

/** The owner and the buyer: a user with many organizations has one trial. */
const keysOf = ({ owner, user }: Buyer): readonly string[] => [
  ...new Set([externalIdOf(owner), ...(user ? [user.id] : [])]),
];

/** How often a second request looks for the checkout of a first request. */
const pollMilliseconds = 200;
const maxPolls = 40;

/** Takes the trial of an owner for a checkout. */
export async function takeTrial(
  ctx: Context<TrialCode>,
  provider: BillingProvider,
  purchase: TrialPurchase,
): Promise<Taken> {
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const taken = await tryTake(ctx, provider, purchase);
    if (taken !== null) return taken;
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
  }
  return ctx.fail(billingErrors.BILLING_PROVIDER_UNAVAILABLE, { headers: { "retry-after": "5" } });
}

/** Null: another request for the same checkout is at work. */
async function tryTake(
  ctx: Context<TrialCode>,
  provider: BillingProvider,
  { buyer, rule, productId, body }: TrialPurchase,
): Promise<Taken | null> {
  const ids = keysOf(buyer);
  const own = externalIdOf(buyer.owner);
  const wanted = fingerprint(JSON.stringify([productId, body]));
  const rows = await ctx.db.list(trialModel, { id: isIn(ids) }, { orderBy: "id", limit: ids.length });
  let hasHadTrial = false;
  for (const row of rows) {
    const settled = await settle(ctx, provider, row);
    const isSame = row.id === own && row.fingerprint === wanted;
    if (isSame && settled === "busy") return null;
    if (isSame && typeof settled === "object") return { kind: "open", checkout: settled };
    hasHadTrial ||= settled !== "free";
  }
  const { product } = rule;
  const isAllowed = await rule.allow({ ...buyer.owner, userId: buyer.user?.id ?? null, product, hasHadTrial });
  if (isAllowed !== true) return { kind: "refused" };
  if (hasHadTrial) return { kind: "granted" };
  const taking = randomText(32);
  const row = { taking, productId, fingerprint: wanted, takenAt: ctx.now() };
  return (await insertAll(ctx, ids, row))
    ? { kind: "taken", taking }
    : tryTake(ctx, provider, { buyer, rule, productId, body });
}

/** False if another request was first. */
async function insertAll(
  ctx: Context,
  ids: readonly string[],
  row: Omit<TrialRow, "id" | "checkoutId" | "usedAt">,
): Promise<boolean> {
  const onConflict = (): never => insertedMeanwhile(trialModel);
  try {
    await ctx.transaction(async (tx) => {
      // Always in this order, against deadlocks.
      for (const id of [...ids].sort()) await tx.db.insert(trialModel, { ...row, id }, { onConflict });
    });
    return true;
  } catch (error) {
    if (error instanceof InsertedMeanwhile) return false;
    throw error;
  }
}

interface BoundTrial {
  readonly taking: string;
  readonly checkoutId: string;
}

/** Binds a trial to its checkout. False if the trial was given back meanwhile, because the provider was slow. */
export function bindTrial(ctx: Context, buyer: Buyer, bound: BoundTrial): Promise<boolean> {
  const { taking, checkoutId } = bound;
  const ids = [...keysOf(buyer)].sort();
  return ctx.transaction(async (tx) => {
    for (const id of ids) {
      const row = await tx.db.lock(trialModel, id);
      if (row?.taking !== taking) return false;
    }
    for (const id of ids) await tx.db.update(trialModel, id, { checkoutId });
    return true;
  });
}
