import type { MeterWire, PriceWire, ProductWire } from "@keyhold/billing-schema";

/** The sample merchant: a tea shop that also rents out tea machines, which count the cups. */
export const shopName = "Leaf & Kettle";
export const shopSlug = "leaf-and-kettle";

const openedAt = "2025-09-01T08:00:00.000000Z";
const common = { created_at: openedAt, modified_at: null, metadata: {}, organization_id: "org_leaf" };

export const meter: MeterWire = {
  ...common,
  id: "meter_cups",
  name: "Cups poured",
  filter: { conjunction: "and", clauses: [{ property: "name", operator: "eq", value: "cup.poured" }] },
  aggregation: { func: "sum", property: "cups" },
};

type Interval = "month" | "year";

interface Offer {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly interval: Interval | null;
  readonly prices: readonly PriceWire[];
  readonly isArchived?: boolean;
}

const priceCommon = (productId: string, part: string, interval: Interval | null) => ({
  type: interval ? ("recurring" as const) : ("one_time" as const),
  recurring_interval: interval,
  created_at: openedAt,
  modified_at: null,
  id: `price_${productId}_${part}`,
  is_archived: false,
  product_id: productId,
});

interface Fixed {
  readonly interval?: Interval;
  readonly currency?: string;
}

const fixed = (productId: string, amount: number, { interval, currency = "eur" }: Fixed = {}): PriceWire => ({
  ...priceCommon(productId, currency, interval ?? null),
  amount_type: "fixed",
  price_amount: amount,
  price_currency: currency,
});

const perCup = (productId: string, unitAmount: string): PriceWire => ({
  ...priceCommon(productId, "cup", "month"),
  amount_type: "metered_unit",
  price_currency: "eur",
  unit_amount: unitAmount,
  cap_amount: null,
  meter_id: meter.id,
  meter: { id: meter.id, name: meter.name },
});

function productOf({ id, name, description, interval, prices, isArchived = false }: Offer): ProductWire {
  return {
    ...common,
    id,
    name,
    description,
    recurring_interval: interval,
    is_recurring: interval !== null,
    is_archived: isArchived,
    prices,
    benefits: [],
    medias: [],
    attached_custom_fields: [],
  };
}

export const teaClub = productOf({
  id: "tea_club",
  name: "Tea club",
  description: "Two new teas every month, in tins of 100 g.",
  interval: "month",
  prices: [fixed("tea_club", 1800, { interval: "month" })],
});

export const teaClubYear = productOf({
  id: "tea_club_year",
  name: "Tea club, a year",
  description: "Twenty-four teas, and a month for free.",
  interval: "year",
  prices: [fixed("tea_club_year", 19_800, { interval: "year" })],
});

export const office = productOf({
  id: "office_kettle",
  name: "Office kettle",
  description: "A tea machine for the kitchen of your company. It counts the cups.",
  interval: "month",
  prices: [fixed("office_kettle", 4900, { interval: "month" }), perCup("office_kettle", "12.5")],
});

export const plans: readonly ProductWire[] = [teaClub, teaClubYear, office];

/** Products that are bought once. */
export const goods: readonly ProductWire[] = [
  productOf({
    id: "sencha",
    name: "Sencha Yabukita, 100 g",
    description: "Steamed green tea from Shizuoka.",
    interval: null,
    prices: [fixed("sencha", 1450)],
  }),
  productOf({
    id: "darjeeling",
    name: "Darjeeling, first flush, 100 g",
    description: "Picked in March, and sold while it lasts.",
    interval: null,
    prices: [fixed("darjeeling", 2200)],
  }),
  productOf({
    id: "gyokuro",
    name: "Gyokuro, 50 g",
    description: "Shaded for three weeks. Sold in Japan, too.",
    interval: null,
    prices: [fixed("gyokuro", 3200, { currency: "jpy" })],
  }),
  productOf({
    id: "kettle",
    name: "Cast-iron kettle",
    description: "Holds 0.8 litres, and the heat for an hour.",
    interval: null,
    prices: [fixed("kettle", 8900)],
  }),
];

const others: readonly ProductWire[] = [
  productOf({
    id: "tasting",
    name: "Tasting evening",
    description: "Pay what it is worth to you.",
    interval: null,
    prices: [
      {
        ...priceCommon("tasting", "any", null),
        amount_type: "custom",
        price_currency: "eur",
        minimum_amount: 500,
        maximum_amount: null,
        preset_amount: 2000,
      },
    ],
  }),
  productOf({
    id: "sampler",
    name: "Three samples",
    description: "Ten grams each, for new customers.",
    interval: null,
    prices: [{ ...priceCommon("sampler", "free", null), amount_type: "free" }],
  }),
  productOf({
    id: "winter",
    name: "Winter blend 2024",
    description: "Sold out.",
    interval: null,
    prices: [fixed("winter", 1650)],
    isArchived: true,
  }),
];

export const products: readonly ProductWire[] = [...plans, ...goods, ...others];
