import { systemClock } from "@keyhold/billing-schema/webhook";
import type { BillingProvider } from "./provider/billing-provider.js";
import { createPace } from "./provider/pace.js";
import { callsOf } from "./stripe/calls.js";
import { createClockOfReads } from "./stripe/read-time.js";
import { createSend } from "./stripe/request.js";
import { environmentOf, type StripeOptions, stripeSettings } from "./stripe/stripe-options.js";
import { webhooksOf } from "./stripe/webhook/webhooks.js";

export type { StripeOptions } from "./stripe/stripe-options.js";

/**
 * The payments provider Stripe, over `fetch`. For code of the server only: the key reaches all customers. The secret of
 * the webhook is `webhook.secret` of `billing()`.
 *
 * @throws TypeError for an empty key, and for a `baseURL` that is neither https nor on this machine
 * @see docs/billing/stripe.md
 * @example const provider = stripe({ apiKey: process.env.STRIPE_API_KEY });
 */
export function stripe(options: StripeOptions): BillingProvider {
  const settings = stripeSettings(options);
  const pace = createPace(settings.requestsPerMinute, systemClock);
  const wire = {
    send: createSend(settings, pace, false),
    sendInBackground: createSend(settings, pace, true),
    readTime: createClockOfReads(systemClock),
  };
  return {
    id: "stripe",
    environment: environmentOf(settings),
    capabilities: {
      seats: false,
      teams: false,
      trials: true,
      deduplicatesUsage: true,
      redelivery: false,
      changeTimes: false,
      uniqueAddresses: false,
      meterBalances: false,
    },
    ...callsOf(wire),
    webhooks: webhooksOf(wire),
  };
}
