import { systemClock } from "@keyhold/billing-schema/webhook";
import { callsOf } from "./polar/calls.js";
import { environmentOf, type PolarOptions, polarSettings } from "./polar/polar-options.js";
import { createSend } from "./polar/request.js";
import type { BillingProvider } from "./provider/billing-provider.js";
import { createPace } from "./provider/pace.js";

export type { PolarOptions } from "./polar/polar-options.js";

/**
 * The payments provider Polar, over `fetch`. For code of the server only: the token reaches all customers.
 *
 * @throws TypeError for an empty token, and for a `baseURL` that is neither https nor on this machine
 * @example const provider = polar({ accessToken: process.env.BILLING_ACCESS_TOKEN, environment: "sandbox" });
 */
export function polar(options: PolarOptions): BillingProvider {
  const settings = polarSettings(options);
  const pace = createPace(settings.requestsPerMinute, systemClock);
  const { apiVersion } = settings;
  const isCurrent = apiVersion !== "2025-05";
  return {
    id: "polar",
    environment: environmentOf(settings),
    capabilities: {
      seats: isCurrent,
      teams: isCurrent,
      trials: isCurrent,
      deduplicatesUsage: isCurrent,
      redelivery: true,
    },
    ...callsOf({
      send: createSend(settings, pace, false),
      sendInBackground: createSend(settings, pace, true),
      apiVersion,
    }),
  };
}
