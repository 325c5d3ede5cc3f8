import type { Catalogue, ProductDeclaration } from "@keyhold/testing/billing-provider";

/** The sample merchant: a tea shop that also rents out tea machines, which count the cups. */
export const shopName = "Leaf & Kettle";
export const shopSlug = "leaf-and-kettle";

const product = <const Given extends ProductDeclaration>(given: Given) => ({ currency: "eur", ...given });

/** What the merchant sells, as it was set up at the payments provider. */
export const catalogue = {
  meters: {
    cups: {
      name: "Cups poured",
      filter: { conjunction: "and", clauses: [{ property: "name", operator: "eq", value: "cups" }] },
      aggregation: { func: "sum", property: "units" },
    },
  },
  benefits: {
    homeCups: { type: "meter_credit", description: "20 cups a month", meter: "cups", units: 20 },
  },
  products: {
    club: product({
      name: "Tea club",
      description: "Two new teas every month, the tasting notes, and 20 cups from our machine.",
      price: 1800,
      interval: "month",
      benefits: ["homeCups"],
    }),
    clubYear: product({
      name: "Tea club, a year",
      description: "Twenty-four teas, and two months for free.",
      price: 18_000,
      interval: "year",
      benefits: ["homeCups"],
    }),
    office: product({
      name: "Office kettle",
      description: "A tea machine for the kitchen of your company: a price for each member, and for each cup.",
      price: [{ perSeat: 900 }, { meter: "cups", unitAmount: "12.5" }],
      interval: "month",
    }),
    notes: product({
      name: "Tasting notes",
      description: "The notes of our tea masters, for good.",
      price: 2400,
    }),
    sencha: product({ name: "Sencha Yabukita, 100 g", description: "Steamed green tea from Shizuoka.", price: 1450 }),
    darjeeling: product({
      name: "Darjeeling, first flush, 100 g",
      description: "Picked in March, and sold while it lasts.",
      price: 2200,
    }),
    gyokuro: product({
      name: "Gyokuro, 50 g",
      description: "Shaded for three weeks. Sold in Japan, too.",
      price: 3200,
      currency: "jpy",
    }),
    kettle: product({
      name: "Cast-iron kettle",
      description: "Holds 0.8 litres, and the heat for an hour.",
      price: 8900,
    }),
    tasting: product({
      name: "Tasting evening",
      description: "Pay what it is worth to you.",
      price: { custom: true, preset: 2000 },
    }),
    sampler: product({ name: "Three samples", description: "Ten grams each, for new customers.", price: 0 }),
    winter: product({ name: "Winter blend 2024", description: "Sold out.", price: 1650, isArchived: true }),
  },
} as const satisfies Catalogue;

export type ProductKey = keyof typeof catalogue.products;

/** Products that are bought once. */
export const goods = ["sencha", "darjeeling", "kettle"] as const satisfies readonly ProductKey[];
