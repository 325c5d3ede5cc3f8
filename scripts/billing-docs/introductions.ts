/** The handwritten text of a page beside its tables. */
interface Introduction {
  readonly text: string;
  /** Without it the page shows the `decode` of its entity. */
  readonly example?: string;
}

export const introductions: { readonly [file: string]: Introduction } = {
  address: {
    text: "Only the country is always present. An address from the provider is valid; `billingAddressValidator` checks a form's address against the requirements of a checkout.",
    example: `import type { BillingAddressFields } from "@keyhold/billing-schema";
import { billingAddressValidator } from "@keyhold/billing-schema/validators";

export const checkAddress = (asked: BillingAddressFields, form: unknown) =>
  billingAddressValidator(asked).validate(form);`,
  },
  benefit: {
    text: "There are six kinds, and newer versions have more. The settings of each are in its `properties`.",
    example: `import { benefit } from "@keyhold/billing-schema";

export function noteOf(json: unknown): string | null {
  const decoded = benefit.decode(json, { mode: "tolerant" });
  return decoded.type === "custom" ? (decoded.properties?.note ?? null) : null;
}`,
  },
  "benefit-grant": {
    text: "Its `properties` are the [result of the grant](grant-properties.md), of the type in `benefit.type`.",
    example: `import { benefitGrant, isGrantOf } from "@keyhold/billing-schema";

export function licenseKeyOf(json: unknown): string | null | undefined {
  const grant = benefitGrant.decode(json, { mode: "tolerant" });
  return isGrantOf(grant, "license_keys") ? grant.properties?.licenseKeyId : undefined;
}`,
  },
  "billing-organization": {
    text: "The merchant's account at the provider. It is unrelated to the organizations of the [plugin](../organizations.md). An absent feature flag is `false`, and `encode` writes it.",
  },
  checkout: {
    text: "It becomes an [order](order.md) when it is `succeeded`. With `clientSecret` any client can continue the checkout: do not log it.",
    example: `import { checkout } from "@keyhold/billing-schema";

export function isBought(json: unknown): boolean {
  return checkout.decode(json, { mode: "tolerant" }).status === "succeeded";
}`,
  },
  "checkout-discount": { text: "The discount of an order or a subscription has [more fields](discount.md)." },
  "checkout-product": {
    text: "It has no metadata and no custom fields, and its benefits have public fields only.",
  },
  "custom-field": {
    text: "Answers are in `customFieldData` of a checkout, an order or a subscription, by `slug`. `customFieldDataValidator` checks them before they are sent.",
    example: `import type { Checkout } from "@keyhold/billing-schema";
import { customFieldDataValidator } from "@keyhold/billing-schema/validators";

export const checkAnswers = (checkout: Checkout, answers: unknown) =>
  customFieldDataValidator(checkout.attachedCustomFields).validate(answers);`,
  },
  customer: {
    text: "`externalId` is yours: the id of the user or the organization in your app.",
  },
  "customer-meter": {
    text: "The API lists them; the [state](customer-state.md) of a customer has the same figures without the meter. `balance` is credited less consumed units: it may be a fraction, and below zero.",
  },
  "customer-session": {
    text: "The app requests one from the provider and redirects the customer to `customerPortalUrl`. This URL contains `token`, and with the token any client can act as the customer: log neither of them.",
  },
  "customer-state": {
    text: "The event `customer.state_changed` has the whole state, and [no version of its own](money-dates-versions.md#versions).",
    example: `import { customerState } from "@keyhold/billing-schema";

export function hasProduct(json: unknown, productId: string): boolean {
  const { activeSubscriptions } = customerState.decode(json, { mode: "tolerant" });
  return activeSubscriptions.some((subscription) => subscription.productId === productId);
}`,
  },
  discount: {
    text: "It reduces a price by an amount or a share, once, for ever or for some months; each combination is a type of its own. A share is in basis points: 2550 is 25.5 %. `discountAmount` computes the reduction, `isDiscountExpired` its end.",
    example: `import { discount } from "@keyhold/billing-schema";
import { discountAmount } from "@keyhold/billing-schema/rules";

export const reduced = (json: unknown, amount: number) => amount - discountAmount(discount.decode(json), amount);`,
  },
  enumerations: {
    text: "The provider's lists of values. Strict mode accepts no other value; tolerant mode accepts any text, and `isKnown` is true for a listed one.",
    example: `import { isKnown, type OrderStatus, orderStatus, type TolerantOrder } from "@keyhold/billing-schema";

export const statusOf = ({ status }: TolerantOrder): OrderStatus | "new to us" =>
  isKnown(orderStatus, status) ? status : "new to us";`,
  },
  "error-record": { text: "A [benefit grant](benefit-grant.md) has one when granting failed." },
  "grant-properties": {
    text: "The result of granting a benefit, for each kind of benefit. Every field may be absent until its value is known.",
    example: `import type { LicenseKeysGrantProperties } from "@keyhold/billing-schema";

export const keyText = ({ displayKey }: LicenseKeysGrantProperties): string => displayKey ?? "on its way";`,
  },
  "granted-benefit": {
    text: "It is [a grant](benefit-grant.md) as the state of a customer lists it.",
    example: `import { type CustomerState, grantedBenefit } from "@keyhold/billing-schema";

export const keysIn = ({ grantedBenefits }: CustomerState) =>
  grantedBenefits.flatMap((granted) => (granted.benefitType === "license_keys" ? [granted.properties.displayKey] : []));

export const readGranted = (json: unknown) => grantedBenefit.decode(json);`,
  },
  "license-key": {
    text: "The API answers it by itself, [with its activations](license-key-with-activations.md) and [validated](validated-license-key.md). `decideLicenseKeyUse` and `decideLicenseKeyActivation` of `@keyhold/billing-schema/rules` decide about its use.",
  },
  "license-key-with-activations": { text: "The answer to a request for one [license key](license-key.md) by its id." },
  "list-page": {
    text: "The provider's list endpoints answer one page of entities. `listPage(entity)` makes the codec of it, for each entity of this package; make it once, outside of the function with the requests.",
    example: `import { listPage, order, type TolerantOrder } from "@keyhold/billing-schema";

const orderPage = listPage(order);

export async function* allOrders(fetchPage: (page: number) => Promise<unknown>): AsyncGenerator<TolerantOrder> {
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { items, pagination } = orderPage.decode(await fetchPage(page), { mode: "tolerant" });
    last = pagination.maxPage;
    yield* items;
  }
}`,
  },
  meter: {
    text: "A meter filters events and computes one figure from the matching ones. A filter is a tree of groups and conditions, at most 64 levels deep; its outermost level is a group. `quantityOf` counts as the provider does.",
    example: `import { meter } from "@keyhold/billing-schema";
import { type MeterEvent, quantityOf } from "@keyhold/billing-schema/rules";

export const countedBy = (json: unknown, events: readonly MeterEvent[]) => quantityOf(meter.decode(json), events);`,
  },
  order: {
    text: "Its amounts add up: net is subtotal less discount, total is net and tax. `brokenOrderTotals` names the wrong amounts. Orders of a renewal are `pending` at first and paid later.",
    example: `import { order } from "@keyhold/billing-schema";
import { brokenOrderTotals } from "@keyhold/billing-schema/rules";

export function totalOf(json: unknown): string {
  const decoded = order.decode(json, { mode: "tolerant" });
  const broken = brokenOrderTotals(decoded);
  if (broken.length > 0) throw new Error(\`Order \${decoded.id} does not add up: \${broken.join(", ")}.\`);
  return \`\${decoded.totalAmount} \${decoded.currency}\`;
}`,
  },
  "order-product": {
    text: "Without the prices, benefits, pictures and custom fields of [the product itself](product.md).",
  },
  "order-subscription": {
    text: "Without the customer, product, prices, discount and meters of [the subscription itself](subscription.md).",
  },
  price: {
    text: "It is free, fixed, chosen by the customer, or an amount per unit of a meter. Legacy prices are from before products had an interval of their own.",
    example: `import { price } from "@keyhold/billing-schema";

export function priceText(json: unknown): string {
  const decoded = price.decode(json, { mode: "tolerant" });
  switch (decoded.amountType) {
    case "free":
      return "free";
    case "fixed":
      return \`\${decoded.priceAmount} \${decoded.priceCurrency}\`;
    case "custom":
      return "as you like";
    case "metered_unit":
      return \`\${decoded.unitAmount} \${decoded.priceCurrency} per \${decoded.meter?.name}\`;
    default:
      return "ask us";
  }
}`,
  },
  product: {
    text: "Inside an [order](order-product.md) or a [checkout](checkout-product.md) it has fewer fields.",
  },
  "product-media": { text: "The file is at `publicUrl`." },
  "public-benefit": { text: "Without properties and metadata: it has public fields only." },
  refund: { text: "Of an order, or of a part of it. `amount` is without the tax in `taxAmount`." },
  subscription: {
    text: "While `cancelAtPeriodEnd` is set it stays active until `currentPeriodEnd`. The price is `amount` per `recurringInterval`; the charges of meters are in `meters`.",
    example: `import { subscription } from "@keyhold/billing-schema";

export function endsAt(json: unknown): Date | null {
  const { cancelAtPeriodEnd, currentPeriodEnd, endedAt } = subscription.decode(json, { mode: "tolerant" });
  return endedAt ?? (cancelAtPeriodEnd ? currentPeriodEnd : null);
}`,
  },
  "tax-id": {
    text: "The number of a business and the name of its format, a list of two. The provider adds formats without notice, so every text is accepted; `taxIdFormats` lists the known ones, and `isTaxIdFormat` checks one.",
    example: `import { isTaxIdFormat, type TaxId } from "@keyhold/billing-schema";

export const isChecked = ([number, format]: TaxId): boolean => number !== null && isTaxIdFormat(format);`,
  },
  "validated-license-key": {
    text: "For an invalid [license key](license-key.md) the provider answers 404, without an entity.",
  },
};

/** The code example of a page. */
export function exampleOf(
  file: string,
  main: { readonly name: string; readonly type: string } | undefined,
): string | undefined {
  const own = introductions[file]?.example;
  if (own !== undefined || main === undefined) return own;
  const { name, type } = main;
  return `import { ${name}, type Tolerant${type} } from "@keyhold/billing-schema";

export const read${type} = (json: unknown): Tolerant${type} => ${name}.decode(json, { mode: "tolerant" });`;
}
