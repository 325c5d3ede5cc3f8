import {
  type BillingProviderOptions,
  type Catalogue,
  startBillingProvider,
  type TestBillingProvider,
} from "@keyhold/testing/billing-provider";
import { onTestFinished } from "vitest";

/** What the shop of these tests sells. */
export const catalogue = {
  meters: { calls: { name: "API calls" } },
  benefits: {
    support: { description: "Support by email" },
    credit: { type: "meter_credit", description: "100 calls", meter: "calls", units: 100 },
    key: { type: "license_keys", description: "A license key", prefix: "ACME" },
  },
  products: {
    pro: { name: "Pro", price: 1200, interval: "month", benefits: ["support", "credit"] },
    team: { name: "Team", price: 3000, interval: "month", benefits: ["support"] },
    trial: { name: "Trial", price: 900, interval: "month", trial: { interval: "day", count: 14 } },
    metered: { name: "Metered", price: { meter: "calls", unitAmount: "2.5" }, interval: "month" },
    book: { name: "Book", price: 1500, benefits: ["key"] },
    gift: { name: "Gift", price: { custom: true, preset: 500 } },
    free: { name: "Free", price: 0, interval: "year" },
  },
} as const satisfies Catalogue;

/** An answer of the API. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, never>;
}

/** A provider with the shop, and requests to its API. */
export async function openShop(options: BillingProviderOptions = {}) {
  const provider = await startBillingProvider({ ...catalogue, ...options });
  onTestFinished(() => provider.stop());
  return { provider, ...clientOf(provider) };
}

/** Requests with the token of the provider. */
export function clientOf({ origin, accessToken }: Pick<TestBillingProvider, "origin" | "accessToken">) {
  const ask = async (method: string, path: string, body?: object, headers = {}): Promise<Answered> => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, ...headers },
      ...(body && { body: JSON.stringify(body) }),
      redirect: "manual",
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
  };
  return {
    ask,
    get: (path: string) => ask("GET", path),
    post: (path: string, body: object) => ask("POST", path, body),
    patch: (path: string, body: object) => ask("PATCH", path, body),
    remove: (path: string) => ask("DELETE", path),
  };
}
