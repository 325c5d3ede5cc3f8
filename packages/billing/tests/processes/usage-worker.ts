import { billing, billingHandlers } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { createAuth } from "@keyhold/core";
import { dieAt } from "../../../../tests/harness/processes/die.ts";
import { openOneDatabase } from "../../../../tests/harness/processes/open-one.ts";
import { patientClient } from "../patience.ts";

/** Tracks uses and sends them, and is killed at a step. */
export interface UsageWorkerSetup {
  readonly place: Parameters<typeof openOneDatabase>[0];
  readonly step: number;
  readonly now: string;
  readonly apiVersion: "2026-04" | "2025-05";
  readonly baseURL: string;
  readonly accessToken: string;
  readonly meter: string;
  readonly userId: string;
}

const setup: UsageWorkerSetup = JSON.parse(process.argv[2] ?? "");
const { place, step, now, apiVersion, baseURL, accessToken, meter, userId } = setup;
const auth = createAuth({
  secret: "only for this test: 4f9b7c21d8e3a650",
  baseURL: "https://app.example.com",
  database: dieAt(await openOneDatabase(place), step),
  now: () => new Date(now),
  plugins: [
    billing({
      webhook: { secret: "polar_whs_of_the_provider_for_tests", handlers: billingHandlers() },
      provider: polar({
        ...patientClient,
        accessToken,
        baseURL,
        apiVersion,
        retryMilliseconds: 1,
        requestsPerMinute: 100_000,
      }),
      usage: { events: { call: { meter } } },
    }),
  ],
});
const use = (n: number) => ({ event: "call", userId, units: 0.01, metadata: { n: `${step}-${n}` } }) as const;
await Promise.all([1, 2, 3].map((n) => auth.api.billing.track(use(n))));
await auth.idle();
await auth.api.billing.track(use(4));
await auth.idle();
process.exit(0);
