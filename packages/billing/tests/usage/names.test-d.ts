import { billing, billingHandlers } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { createTestAuth } from "@keyhold/testing";

const webhook = { secret: "a", handlers: billingHandlers() };
const provider = polar({ accessToken: "a" });

const { auth } = createTestAuth({
  plugins: [
    billing({ webhook, provider, usage: { events: { call: { meter: "m" }, visit: {} }, fromBrowser: ["visit"] } }),
  ],
});
await auth.api.billing.track({ event: "call", userId: "ada" });
await auth.api.billing.reserve({ event: "call", userId: "ada", units: 2, key: "k" });
// @ts-expect-error another name
await auth.api.billing.track({ event: "cal", userId: "ada" });
// @ts-expect-error another name
await auth.api.billing.reserve({ event: "cal", userId: "ada" });
// @ts-expect-error an event is named in fromBrowser that is not declared
billing({ webhook, provider, usage: { events: { call: {} }, fromBrowser: ["visit"] } });
// @ts-expect-error another aggregation
billing({ webhook, provider, usage: { events: { call: { meter: "m", aggregation: "max" } } } });
