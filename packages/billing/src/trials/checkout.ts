import type { CheckoutCreate } from "@keyhold/billing-schema/requests";
import type { Context } from "@keyhold/core/plugin";
import { billingErrors } from "../errors.js";
import type { BillingProvider } from "../provider/billing-provider.js";
import type { OpenedCheckout } from "../purchase/checkout.js";
import type { Buyer } from "../purchase/customer.js";
import type { TrialRule } from "./settings.js";
import { giveBack } from "./settle.js";
import { bindTrial, type TrialCode, takeTrial } from "./take.js";

/** The trial in the body of a checkout. */
export type CheckoutTrial = Pick<CheckoutCreate, "allowTrial" | "trialInterval" | "trialIntervalCount">;

/** The options for trials. */
export interface TrialSettings {
  readonly provider: BillingProvider;
  readonly trials: ReadonlyMap<string, TrialRule>;
}

/** A checkout, perhaps with a trial. */
export interface TrialCheckout {
  readonly buyer: Buyer;
  readonly productIds: readonly string[];
  /** The body of the checkout without the trial. */
  readonly body: object;
  /** Whether the caller asks for a trial. Undefined: a trial if there is one. */
  readonly trial: boolean | undefined;
}

/** Makes a checkout at the provider. */
type Open = (trial: CheckoutTrial) => Promise<OpenedCheckout>;

/**
 * Opens a checkout with the trial of its product, if the owner gets it. The trial is taken before the checkout is made,
 * and given back if it is not made. `trialDays` is there for products with a trial; 0: this checkout has none.
 */
export async function openWithTrial(
  ctx: Context<TrialCode>,
  { provider, trials }: TrialSettings,
  { buyer, productIds, body, trial }: TrialCheckout,
  open: Open,
): Promise<OpenedCheckout> {
  const [productId = ""] = productIds;
  const rules = productIds.flatMap((id) => trials.get(id) ?? []);
  const [rule] = rules;
  const isOne = productIds.length === 1;
  if (trial === true && !(rule && isOne)) return refuse(ctx);
  if (!rule) return open({});
  const without = async (): Promise<OpenedCheckout> => ({ ...(await open({ allowTrial: false })), trialDays: 0 });
  // On a page with several products the buyer would choose after the trial was taken.
  if (trial === false || !isOne) return without();
  const taken = await takeTrial(ctx, provider, { buyer, rule, productId, body });
  const { days: trialDays } = rule;
  if (taken.kind === "open") return { ...taken.checkout, trialDays };
  if (taken.kind === "refused") return trial === true ? ctx.fail(billingErrors.TRIAL_ALREADY_USED) : without();
  const fields = { allowTrial: true, trialInterval: "day", trialIntervalCount: trialDays } as const;
  if (taken.kind === "granted") return { ...(await open(fields)), trialDays };
  const { taking } = taken;
  const checkout = await open(fields).catch(async (error: unknown) => {
    // No buyer has the checkout of a lost answer: its URL is not known.
    await giveBack(ctx, taking);
    throw error;
  });
  if (await bindTrial(ctx, buyer, { taking, checkoutId: checkout.id })) return { ...checkout, trialDays };
  return ctx.fail(billingErrors.BILLING_PROVIDER_UNAVAILABLE, { headers: { "retry-after": "5" } });
}

const refuse = (ctx: Context<"BILLING_INPUT_REFUSED">): never => {
  const issues = [{ path: "trial", message: "is not offered for this purchase" }];
  return ctx.fail(billingErrors.BILLING_INPUT_REFUSED, { issues });
};
