import type { WebhookVerifierOptions } from "@keyhold/billing-schema/webhook";
import { checked, defineOptions, given, group, isObject, isWhole, oneOf, required, whole } from "@keyhold/core/options";
import { capabilityErrors, meterErrors } from "./catalogue/capabilities.js";
import { catalogueOf } from "./catalogue/catalogue.js";
import { type EntitlementRule, type Entitlements, entitlementErrors } from "./catalogue/entitlements.js";
import { type Products, productErrors } from "./catalogue/products.js";
import type { MirrorSettings } from "./mirror/settings.js";
import type { BillingProvider } from "./provider/billing-provider.js";
import type { SeatOptions } from "./seats/settings.js";
import { type UsageOptions, type UsageSettings, usageErrors } from "./usage/options.js";
import { type BillingHandlers, billingHandlers } from "./webhook/handlers.js";
import { verifierErrors } from "./webhook/verifier.js";

/** The options of `billing`. `Product` and `Entitlement`: the names that the app gives. */
export interface BillingOptions<
  Product extends string = string,
  Entitlement extends string = string,
  Event extends string = string,
> {
  readonly webhook: WebhookOptions;
  /**
   * The payments provider that the mirror asks, e.g. of `polar()` or `stripe()`. It also decides on the signature of
   * webhooks. With a provider the mirror is on. Default null: the mirror asks no provider, and webhooks are those of
   * Polar.
   *
   * @see docs/billing/polar.md
   * @see docs/billing/stripe.md
   */
  readonly provider?: BillingProvider | null;
  /**
   * Whether the provider's events write the tables of the mirror, before the handlers run; `{ keep: "columns" }`: without
   * the provider's form of each entity. Default null: only with `provider`.
   *
   * @see docs/billing/mirror.md
   */
  readonly mirror?: boolean | MirrorOptions | null;
  /**
   * What the app sells: the provider's ids of products, by names of the app. Only these products can be bought. Default
   * `{}`.
   *
   * @see docs/billing/buy.md
   */
  readonly products?: Products<Product>;
  /**
   * What unlocks each feature, of `defineEntitlements()`. Default `{}`.
   *
   * @see docs/billing/entitlements.md
   */
  readonly entitlements?: Readonly<Record<Entitlement, EntitlementRule<NoInfer<Product>, NoInfer<Entitlement>>>>;
  /**
   * Customers at the provider: `createOnSignUp`, `onDelete`, `anonymize`, `billingEmail`. Only with `provider`.
   *
   * @see docs/billing/customers.md
   */
  readonly customers?: CustomerOptions;
  /**
   * Checkouts and changes: `discounts`, `prorations`. Only with `provider`.
   *
   * @see docs/billing/buy.md
   */
  readonly checkout?: CheckoutOptions;
  /**
   * Usage that the app tracks and the provider bills: `events`, `fromBrowser`, `onUncertain`, `rememberDays`. Only with
   * `provider`.
   *
   * @see docs/billing/usage.md
   */
  readonly usage?: UsageOptions<Event>;
  /**
   * How members and seats are counted: `countsAsSeat`, `maxWithoutSubscription`. Only with `seats` of a product.
   *
   * @see docs/billing/seats-and-trials.md
   */
  readonly seats?: SeatOptions;
}

/** How customers at the provider begin and end. */
export interface CustomerOptions {
  /**
   * Whether each user gets a customer as soon as the user has a verified address, e.g. at the sign-up through a provider:
   * by the outbox, so that a sign-up never waits for the payments provider. Organizations get a customer at the first
   * checkout in either case. Default false: at the first checkout or portal.
   */
  readonly createOnSignUp?: boolean;
  /**
   * The deletion of a user or an organization with a running subscription: "refuse" fails with
   * `BILLING_SUBSCRIPTION_ACTIVE`, "cancel" ends the subscription. Without a running subscription the customer is removed
   * at the provider in either case. Default "refuse".
   */
  readonly onDelete?: "refuse" | "cancel";
  /** Whether the provider also erases the personal data of a removed customer. Default false. */
  readonly anonymize?: boolean;
  /**
   * The address for the invoices of an organization, which no other customer has. Null: the payer is the customer's first
   * member, or without teams at the provider the buyer types an address. Default null.
   */
  readonly billingEmail?: ((organizationId: string) => string | null | Promise<string | null>) | null;
}

/** When the rest of a period is billed after a change of a subscription. */
export type Proration = (typeof prorations)[number];

export const prorations = ["invoice", "prorate", "next_period", "reset"] as const;

/** What a browser may say of a checkout and of a change. */
export interface CheckoutOptions {
  /** The provider's ids of discounts that a browser may name. Default `[]`: only your server gives discounts. */
  readonly discounts?: readonly string[];
  /**
   * The values of `proration` that a browser may choose for a change of a subscription, e.g. `["invoice"]`: a dearer plan
   * is paid at once. `[]`: the setting at the provider applies. Default: all four.
   */
  readonly prorations?: readonly Proration[];
}

/** The options of an app without a mirror. */
export interface WebhookOnlyOptions extends Pick<BillingOptions, "webhook"> {
  readonly provider?: null;
  readonly mirror?: false | null;
}

/** What the mirror keeps of an entity. */
export interface MirrorOptions {
  /** "columns": the columns alone, and not the provider's form of the entity. Default "all". */
  readonly keep?: "all" | "columns";
}

/** The options of the webhook: the secret, the handlers and the times in seconds and days. */
export interface WebhookOptions {
  /**
   * As the provider shows it, prefix included; 24 bytes at least, after the prefix. A list while one is changed for
   * another. Required.
   */
  readonly secret: string | readonly string[] | undefined;
  /** The handlers of events, made by `billingHandlers()`. Required. */
  readonly handlers: BillingHandlers;
  /**
   * How far the time of a delivery may be from this server's clock, in both directions; less than `rememberDays`. Default
   * 300.
   */
  readonly toleranceSeconds?: number;
  /**
   * How long a delivery has its event for itself, so this is the wait after a crash. Renewed while handlers run, for an
   * hour at most. The clocks of all processes must agree to within it. Default 60.
   */
  readonly leaseSeconds?: number;
  /**
   * The answer to a signed event that cannot be decoded: 202, or with "refuse" 400 so that the provider sends it again.
   * Default "acknowledge".
   */
  readonly undecodable?: "acknowledge" | "refuse";
  /**
   * Which bodies are kept, encrypted, for 30 days or for `rememberDays` if that is less: those of undecodable events, or
   * with "all" those of all events, so that `auth.api.readWebhookEvent()` shows each and
   * `auth.api.retryWebhookEvent()` handles a failed one again. "all" adds the table `billingEventBody`. Default
   * "undecodable".
   *
   * @see docs/billing/event-list.md
   */
  readonly keepBodies?: "undecodable" | "all";
  /** Retention of the records of handled events; null: for ever. Default 90. */
  readonly rememberDays?: number | null;
}

/** The options with their defaults. */
export interface BillingSettings {
  readonly webhook: Required<WebhookOptions> & Pick<WebhookVerifierOptions, "secret">;
  readonly provider: BillingProvider | null;
  readonly mirror: boolean | MirrorOptions | null;
  readonly products: Products;
  readonly entitlements: Entitlements;
  readonly customers: Required<CustomerOptions>;
  readonly checkout: Required<CheckoutOptions>;
  readonly usage: UsageSettings;
  readonly seats: Required<SeatOptions>;
}

const areProrations = (given: unknown): boolean =>
  Array.isArray(given) && given.every((one) => (prorations as readonly unknown[]).includes(one));

const isIds = (given: unknown): boolean =>
  Array.isArray(given) && given.every((id) => typeof id === "string" && id !== "");

export const billingOptions = defineOptions<BillingSettings>(
  {
    webhook: group<BillingSettings["webhook"]>({
      secret: given<WebhookVerifierOptions["secret"]>(""),
      handlers: required(
        checked(
          billingHandlers(),
          "be made by billingHandlers()",
          (given) => typeof Object(given).stepsFor === "function",
        ),
      ),
      toleranceSeconds: given(300),
      leaseSeconds: whole(60, 5, 3600),
      undecodable: oneOf("acknowledge", ["acknowledge", "refuse"]),
      keepBodies: oneOf("undecodable", ["undecodable", "all"]),
      rememberDays: checked<number | null>(
        90,
        "be a whole number from 1 to 36500, or null",
        (given) => given === null || isWhole(given, 1, 36_500),
      ),
    }),
    provider: checked<BillingProvider | null>(
      null,
      "be a payments provider, e.g. polar({ accessToken })",
      (given) => typeof Object(Object(given).subscriptions).get === "function",
    ),
    mirror: checked<boolean | MirrorOptions | null>(
      null,
      'be true, false or { keep: "all" or "columns" }',
      (given) =>
        typeof given === "boolean" || (isObject(given) && [undefined, "all", "columns"].includes(Object(given).keep)),
      { keep: true },
    ),
    products: checked<Products>({}, "be an object with the provider's ids by names of yours", isObject),
    entitlements: checked<Entitlements>({}, "be the result of defineEntitlements()", isObject),
    customers: group<BillingSettings["customers"]>({
      createOnSignUp: given(false),
      onDelete: oneOf("refuse", ["refuse", "cancel"]),
      anonymize: given(false),
      billingEmail: checked<BillingSettings["customers"]["billingEmail"]>(
        null,
        "be a function that answers an address or null",
        (given) => given === null || typeof given === "function",
      ),
    }),
    checkout: group<BillingSettings["checkout"]>({
      discounts: checked<readonly string[]>([], "be a list of the provider's ids of discounts", isIds),
      prorations: checked<readonly Proration[]>(prorations, `be a list of ${prorations.join(", ")}`, areProrations),
    }),
    usage: group<UsageSettings>({
      events: checked<UsageSettings["events"]>({}, "be an object with your events by their names", isObject),
      fromBrowser: checked<readonly string[]>([], "be a list of names of usage.events", isIds),
      onUncertain: oneOf("hold", ["hold", "resend"]),
      rememberDays: whole(90, 1, 36_500),
    }),
    seats: group<BillingSettings["seats"]>({
      countsAsSeat: checked<BillingSettings["seats"]["countsAsSeat"]>(
        null,
        "be a function that answers whether a member takes a seat",
        (given) => given === null || typeof given === "function",
      ),
      maxWithoutSubscription: checked<number | null>(
        null,
        "be a whole number from 1, or null",
        (given) => given === null || isWhole(given, 1),
      ),
    }),
  },
  {
    check: ({ webhook, products, entitlements, usage, ...options }) => [
      ...productErrors(products),
      ...usageErrors(usage),
      ...(Object.keys(usage.events).length > 0 && options.provider === null
        ? ["usage: needs a provider; give `provider`"]
        : []),
      ...entitlementErrors(entitlements, Object.keys(products)),
      ...capabilityErrors(products, options.provider),
      ...meterErrors(entitlements, options.provider),
      ...(Object.keys(entitlements).length > 0 && !hasMirror(options)
        ? ["entitlements: need the mirror; give `provider`, or `mirror: true`"]
        : []),
      ...(options.customers.createOnSignUp && options.provider === null
        ? ["customers.createOnSignUp: needs `provider`, which makes the customers"]
        : []),
      ...(webhook.secret === "" ? [] : verifierErrors(options.provider, webhook)),
      // Otherwise an attacker could replay a delivery after its record is removed.
      ...(webhook.rememberDays !== null && webhook.toleranceSeconds >= webhook.rememberDays * 86_400
        ? ["webhook.toleranceSeconds: must be less than webhook.rememberDays"]
        : []),
    ],
  },
);

/** What the environment did not give, each a sentence. */
export const missingIn = ({ webhook }: BillingSettings): readonly string[] =>
  webhook.secret === "" ? ["webhook.secret is missing; copy it from the provider's webhook settings"] : [];

const hasMirror = ({ provider, mirror }: Pick<BillingSettings, "provider" | "mirror">): boolean =>
  mirror !== false && (mirror !== null || provider !== null);

/** The mirror's settings; null without a mirror. */
export function mirrorSettingsOf(settings: BillingSettings): MirrorSettings | null {
  if (!hasMirror(settings)) return null;
  const { provider, mirror } = settings;
  return { provider, keep: (typeof mirror === "object" && mirror?.keep) || "all", catalogue: catalogueOf(settings) };
}
