import { compareVersions, type Versioned, versionOf } from "@keyhold/billing-schema";

/** What a buyer pays, in the smallest unit of the currency. The keys are in the order in which databases store JSON. */
export interface OfferedPrice {
  /**
   * "fixed"; "custom": the buyer chooses; "seat": per seat; "metered": per unit of a meter; "other": a kind of a newer
   * version of the API.
   */
  readonly kind: "fixed" | "custom" | "seat" | "metered" | "other";
  /** May have a fraction if `kind` is "metered". The proposal if `kind` is "custom". Null: not known. */
  readonly amount: number | null;
  /** ISO 4217, e.g. "usd". Null: not known. */
  readonly currency: string | null;
}

/** What a page shows of a product before a purchase. */
export interface ProductOffer {
  /** The trial at the provider. */
  readonly trial: { readonly count: number; readonly interval: string } | null;
  readonly prices: readonly OfferedPrice[];
  readonly description: string | null;
  /** The number of intervals of a period, e.g. 3 for a quarter. */
  readonly intervalCount: number;
}

type Fields = Readonly<Record<string, unknown>>;

const kinds: Readonly<Record<string, OfferedPrice["kind"]>> = {
  fixed: "fixed",
  free: "fixed",
  custom: "custom",
  seat_based: "seat",
  metered_unit: "metered",
};

/** The offer of a product; null for a part of a product without prices. */
export function offerOf(product: Fields): ProductOffer | null {
  if (!Array.isArray(product.prices)) return null;
  const { description, trialInterval: interval, trialIntervalCount: count, recurringIntervalCount } = product;
  return {
    trial: typeof interval === "string" ? { count: numberOf(count) ?? 1, interval } : null,
    prices: pricesOf(product).flatMap((price) => (price.isArchived === true ? [] : [priceOf(price)])),
    // No database stores NUL.
    description: typeof description === "string" ? description.toWellFormed().replaceAll("\0", "") : null,
    intervalCount: numberOf(recurringIntervalCount) ?? 1,
  };
}

function priceOf(price: Fields): OfferedPrice {
  const { amountType, priceCurrency } = price;
  const kind = kinds[String(amountType)] ?? "other";
  return { kind, amount: amountOf(kind, price), currency: typeof priceCurrency === "string" ? priceCurrency : null };
}

function amountOf(kind: OfferedPrice["kind"], price: Fields): number | null {
  switch (kind) {
    case "fixed":
      return price.amountType === "free" ? 0 : numberOf(price.priceAmount);
    case "custom":
      return numberOf(price.presetAmount) ?? numberOf(price.minimumAmount);
    case "seat":
      return numberOf(Object(Object(Object(price.seatTiers).tiers)[0]).pricePerSeat);
    case "metered":
      return numberOf(Number(price.unitAmount));
    default:
      return null;
  }
}

const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

const pricesOf = ({ prices }: Fields): readonly Fields[] =>
  Array.isArray(prices) ? prices.map((price): Fields => Object(price)) : [];

/** The last change of a product or of its prices: at the provider, a new price may leave the product unchanged. */
export const lastChange = (product: Fields & Versioned): Versioned =>
  pricesOf(product)
    .filter((price): price is Fields & Versioned => price.createdAt instanceof Date)
    .map(({ createdAt, modifiedAt }): Versioned => ({ createdAt, modifiedAt: modifiedAt ?? null }))
    .reduce(
      (last, price) => (compareVersions(versionOf(price), versionOf(last)) > 0 ? price : last),
      product as Versioned,
    );
