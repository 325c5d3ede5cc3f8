import { billing, billingHandlers } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import type { AuthConfig } from "@keyhold/core";
import { raceConfig } from "../../../../tests/harness/processes/race-config.ts";
import { patientClient } from "../patience.ts";

/** The provider of a shop. */
export interface ShopSetup {
  readonly accessToken: string;
  readonly origin: string;
  readonly product: string;
}

export const shopConfig = (database: AuthConfig["database"], { accessToken, origin, product }: ShopSetup) =>
  ({
    ...raceConfig,
    plugins: [
      billing({
        webhook: { secret: "polar_whs_of_the_provider_for_tests", handlers: billingHandlers() },
        provider: polar({
          ...patientClient,
          accessToken,
          baseURL: origin,
          retryMilliseconds: 1,
          requestsPerMinute: 100_000,
        }),
        products: { pro: product },
        customers: { createOnSignUp: true },
      }),
    ],
    database,
  }) as const;

/** A request of a browser of the shop. */
export const shopRequest = (path: string, cookie: string, fields: object): Request =>
  new Request(`http://localhost:3000/api/auth${path}`, {
    method: "POST",
    headers: { cookie, origin: "http://localhost:3000", "content-type": "application/json" },
    body: JSON.stringify(fields),
  });
