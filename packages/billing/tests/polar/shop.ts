import { type PolarOptions, polar } from "@keyhold/billing/polar";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { onTestFinished } from "vitest";
import { patientClient, patientDesk } from "../patience.ts";

export const apiVersions = ["2025-05", "2026-04"] as const;

/** The client of Polar, and the provider for tests that it asks. */
export async function openShop(options: Partial<PolarOptions> = {}) {
  const { apiVersion = "2026-04" } = options;
  const desk = await startBillingProvider({
    ...patientDesk,
    meters: { calls: { name: "API calls" } },
    benefits: { credit: { type: "meter_credit", description: "100 calls", meter: "calls", units: 100 } },
    products: {
      pro: { name: "Pro", price: 1200, interval: "month", benefits: ["credit"] },
      team: { name: "Team", price: 3000, interval: "month" },
      seats: { name: "Seats", price: { perSeat: 800, min: 2, max: 10 }, interval: "month" },
      book: { name: "Book", price: 1500 },
    },
    discounts: { launch: { name: "Launch", percent: 25, code: "LAUNCH" } },
    apiVersion,
  });
  onTestFinished(() => desk.stop());
  const provider = polar({
    ...patientClient,
    accessToken: desk.accessToken,
    baseURL: desk.origin,
    apiVersion,
    retryMilliseconds: 1,
    ...options,
  });
  const buy = async (product: keyof typeof desk.products, ownerId = "ada"): Promise<void> => {
    const { url } = await provider.checkouts.create({
      products: [desk.products[product]],
      externalCustomerId: ownerId,
    });
    await desk.pay(url ?? "", { email: `${ownerId}@example.com` });
  };
  return { desk, provider, buy };
}
