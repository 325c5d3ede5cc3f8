import { billing, billingHandlers } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { createAuth } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";

/** Code that must not compile, and never runs: the type checker is the test. */

declare const database: Database;
const webhook = { secret: "a secret of the provider", handlers: billingHandlers() };
const provider = polar({ accessToken: "token" });
const { api } = createAuth({
  database,
  plugins: [billing({ webhook, provider, products: { pro: "id-1", team: "id-2" } })],
});

api.checkout({ slug: "pro" });
api.billing.checkoutFor({ slug: "team", userId: "user-1" });
api.billing.subscription.change({ subscriptionId: "s", slug: "team" });
// @ts-expect-error misspelt
api.checkout({ slug: "prp" });
// @ts-expect-error misspelt
api.billing.checkoutFor({ slug: "prp", userId: "user-1" });
// @ts-expect-error misspelt
api.billing.subscription.change({ subscriptionId: "s", slug: "prp" });
// @ts-expect-error the app does not give trials by a browser's wish
api.checkout({ slug: "pro", trialInterval: "year" });
// @ts-expect-error no such way
billing({ webhook, provider, customers: { onDelete: "keep" } });
