import type { CheckoutCreate } from "@keyhold/billing-schema/requests";
import type { Context } from "@keyhold/core/plugin";
import { checkSoldTo } from "../catalogue/sold-to.js";
import { billingErrors } from "../errors.js";
import { emit } from "../events.js";
import { BillingProviderError } from "../provider/error.js";
import { externalIdOf } from "../provider/owner.js";
import { checkoutSeats } from "../seats/checkout.js";
import { openWithTrial } from "../trials/checkout.js";
import type { BuyingSettings } from "./buying.js";
import { type Buyer, type CustomerCode, customerIdFor, madeFor } from "./customer.js";
import { isGuest } from "./guest.js";
import { forgetCustomer } from "./make-customer.js";
import { asked } from "./refusal.js";
import { absoluteUrl, originOf } from "./urls.js";

/** What a caller asks to buy. URLs are checked already. */
export interface Wanted {
  readonly products?: string | readonly string[] | undefined;
  readonly slug?: string | undefined;
  readonly seats?: number | undefined;
  readonly trial?: boolean | undefined;
  readonly customFieldData?: CheckoutCreate["customFieldData"] | undefined;
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly allowDiscountCodes?: boolean | undefined;
  readonly discountId?: string | undefined;
  readonly successUrl?: string | undefined;
  readonly returnUrl?: string | undefined;
  readonly embedOrigin?: string | undefined;
}

/** The codes that the opening of a checkout may end with. */
export type CheckoutCode = CustomerCode | "BILLING_NOT_ALLOWED" | "BILLING_PRODUCT_NOT_FOUND" | "TRIAL_ALREADY_USED";

/** A checkout at the provider. */
export interface OpenedCheckout {
  readonly id: string;
  readonly url: string;
  /** For products with a trial; 0: no trial. */
  readonly trialDays?: number;
}

const meanings = { notFound: "BILLING_INPUT_REFUSED", conflict: "BILLING_CUSTOMER_CONFLICT" } as const;

/** Opens a checkout of configured products for the customer of an owner. */
export async function openCheckout(
  ctx: Context<CheckoutCode>,
  settings: BuyingSettings,
  buyer: Buyer,
  wanted: Wanted,
): Promise<OpenedCheckout> {
  // A guest is deleted at the sign-in to an account, and the purchase would have no owner.
  if (buyer.user && isGuest(buyer.user)) return ctx.fail(billingErrors.BILLING_NOT_ALLOWED);
  const products = productsOf(ctx, settings, wanted);
  checkSoldTo(ctx, settings.catalogue.soldTo, { ...buyer, productIds: products, path: "referenceId" });
  const seats = await checkoutSeats(ctx, settings.seating, { ...buyer, productIds: products, seats: wanted.seats });
  const body = { ...bodyOf(ctx, buyer, wanted), ...seats };
  const asking = { buyer, productIds: products, body, trial: wanted.trial };
  return asked(ctx, meanings, () =>
    openWithTrial(ctx, settings, asking, (trial) => create(ctx, settings, buyer, { ...body, ...trial, products })),
  );
}

/** Makes the checkout at the provider, and the customer before it. */
async function create(
  ctx: Context<CheckoutCode>,
  settings: BuyingSettings,
  buyer: Buyer,
  body: CheckoutCreate,
): Promise<OpenedCheckout> {
  const { provider } = settings;
  const open = async (): ReturnType<typeof provider.checkouts.create> => {
    const customerId = await customerIdFor(ctx, settings, buyer);
    const owner = customerId === null ? { externalCustomerId: externalIdOf(buyer.owner) } : { customerId };
    return provider.checkouts.create({ ...body, ...owner });
  };
  // Else a purchase without an owner could be paid.
  const checkout = await madeFor(ctx, settings, buyer.owner, () =>
    asked(ctx, meanings, () =>
      open().catch(async (error: unknown) => {
        if (!isOfCustomer(error)) throw error;
        // An event may have marked the customer meanwhile.
        await forgetCustomer(ctx, settings, buyer.owner);
        return open();
      }),
    ),
  );
  const { id, url } = checkout;
  if (typeof id !== "string" || typeof url !== "string") throw new TypeError("The checkout has no page.");
  emit(ctx, { type: "checkout.opened", checkoutId: id, productIds: body.products, ...buyer.owner });
  return { id, url };
}

/** The provider's ids: those of the configured products alone can be bought. */
function productsOf(
  ctx: Context<"BILLING_PRODUCT_NOT_FOUND">,
  { catalogue }: BuyingSettings,
  { products = [], slug }: Wanted,
): string[] {
  const named = slug !== undefined && Object.hasOwn(catalogue.products, slug) ? catalogue.products[slug] : undefined;
  const ids = [...(named === undefined ? [] : [named]), ...(typeof products === "string" ? [products] : products)];
  const sold = Object.values(catalogue.products);
  const isUnknown = ids.length === 0 || (slug !== undefined && named === undefined);
  if (isUnknown || ids.some((id) => !sold.includes(id))) return ctx.fail(billingErrors.BILLING_PRODUCT_NOT_FOUND);
  return [...new Set(ids)];
}

function bodyOf(
  { settings }: Pick<Context, "settings">,
  { owner }: Buyer,
  wanted: Wanted,
): Omit<CheckoutCreate, "products"> {
  const { metadata = {}, discountId, allowDiscountCodes, customFieldData } = wanted;
  const { referenceId: _, ...rest } = metadata;
  // An app that comes from another library reads the organization of an event there.
  const named = owner.ownerKind === "organization" ? { ...rest, referenceId: owner.ownerId } : rest;
  const successUrl = absoluteUrl(settings, wanted.successUrl);
  const returnUrl = absoluteUrl(settings, wanted.returnUrl);
  const embedOrigin = originOf(settings, wanted.embedOrigin);
  return {
    metadata: named,
    ...(customFieldData && { customFieldData }),
    ...(allowDiscountCodes !== undefined && { allowDiscountCodes }),
    ...(discountId !== undefined && { discountId }),
    ...(successUrl !== null && { successUrl }),
    ...(returnUrl !== null && { returnUrl }),
    ...(embedOrigin !== null && { embedOrigin }),
  };
}

const isOfCustomer = (error: unknown): boolean =>
  error instanceof BillingProviderError && error.issues.some(({ path }) => path.at(-1) === "customer_id");
