// A server process with seats and trials, with the published packages.

import { billing, billingHandlers } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { createAuth } from "@keyhold/core";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { announceReady } from "../../../../tests/harness/processes/announce-ready.ts";
import { dieAt } from "../../../../tests/harness/processes/die.ts";
import { openOneDatabase } from "../../../../tests/harness/processes/open-one.ts";
import { patientClient } from "../patience.ts";

export interface SeatsSetup {
  readonly type: "sqlite" | "postgres" | "mysql";
  readonly place: string;
  /** The database step of the kill; 0: never. */
  readonly dieAt: number;
  /** The request of the kill: twice the number of the provider's answer; 0: never. */
  readonly dieAtRequest: number;
  /** The clock of the test, in milliseconds since 1970. */
  readonly now: number;
  readonly baseURL: string;
  readonly accessToken: string;
  readonly products: { readonly pro: string; readonly team: string };
}

export type SeatsJob =
  | { readonly join: { readonly organizationId: string; readonly userId: string } }
  | { readonly checkout: { readonly userId: string; readonly slug: "pro" } };

const setup: SeatsSetup = JSON.parse(process.argv[2] ?? "{}");
const { fetch } = globalThis;
let requests = 0;
const tick = (): void => {
  requests += 1;
  if (requests !== setup.dieAtRequest) return;
  process.kill(process.pid, "SIGKILL");
  for (;;);
};
globalThis.fetch = async (...given) => {
  tick();
  const answer = await fetch(...given);
  tick();
  return answer;
};

const { baseURL, accessToken, products } = setup;
const database = await openOneDatabase(setup);
const auth = createAuth({
  secret: "only for this test: 4f9b7c21d8e3a650",
  baseURL: "https://app.example.com",
  database: setup.dieAt > 0 ? dieAt(database, setup.dieAt) : database,
  now: () => new Date(setup.now),
  plugins: [
    organization({ membershipLimit: 1000 }),
    teams(),
    billing({
      webhook: { secret: "polar_whs_of_the_provider_for_tests", handlers: billingHandlers() },
      provider: polar({ ...patientClient, accessToken, baseURL, apiVersion: "2026-04", retryMilliseconds: 1 }),
      products: { pro: { id: products.pro, trial: { days: 14 } }, team: { id: products.team, seats: "members" } },
    }),
  ] as const,
});

process.on("message", async (job: SeatsJob) => {
  if ("join" in job) await auth.api.organization.addMember({ ...job.join, role: "member" });
  else await auth.api.billing.checkoutFor(job.checkout);
  await auth.idle();
  process.send?.("done");
});
announceReady();
