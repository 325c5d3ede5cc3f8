import { defineEntitlements } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { isDevelopment } from "../settings.ts";

const { env } = process;

interface Place {
  readonly accessToken: string;
  readonly baseURL?: string;
  readonly products: {
    readonly club: string;
    readonly clubYear: string;
    readonly office: string;
    readonly notes: string;
  };
  /** The meter of cups. */
  readonly cups: string;
}

/** In development the payments provider of this computer; in production that of the environment. */
async function placeOf(): Promise<Place> {
  if (isDevelopment) {
    const { desk } = await import("./desk/desk.ts");
    const { accessToken, origin: baseURL, products, meters } = desk;
    return { accessToken, baseURL, products, cups: meters.cups };
  }
  return {
    // Without a token no checkout opens.
    accessToken: env.BILLING_ACCESS_TOKEN || "not-set",
    products: {
      club: env.BILLING_PRODUCT_CLUB || "club",
      clubYear: env.BILLING_PRODUCT_CLUB_YEAR || "club-year",
      office: env.BILLING_PRODUCT_OFFICE || "office",
      notes: env.BILLING_PRODUCT_NOTES || "notes",
    },
    cups: env.BILLING_METER_CUPS || "cups",
  };
}

const { accessToken, baseURL, products, cups } = await placeOf();

/** What is sold, what a purchase unlocks, and what is counted: the options of `billing()`. */
export const payments = {
  provider: polar({ accessToken, ...(baseURL !== undefined && { baseURL, requestsPerMinute: 100_000 }) }),
  products: {
    club: products.club,
    clubYear: products.clubYear,
    office: { id: products.office, seats: "members" },
    notes: products.notes,
  },
  entitlements: defineEntitlements({
    /** The page with the tasting notes. */
    notes: { products: ["club", "clubYear", "office", "notes"] },
    /** The machine of an office, which is billed by cup. */
    machine: { products: ["office"] },
    /** The cups of the tea club. */
    cups: { meter: cups },
  }),
  usage: { events: { cups: { meter: cups } } },
} as const;

/** The payments provider's id of the meter. */
export const cupsMeter = cups;
