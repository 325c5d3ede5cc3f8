import { type BillingPlugin, billing, billingHandlers, type MirrorPlugin } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { createAuth } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";

/** Code that must not compile, and never runs: the type checker is the test. */

declare const database: Database;
const webhook = { secret: "a secret of the provider", handlers: billingHandlers() };

const plain = createAuth({ database, plugins: [billing({ webhook })] });
plain.api.listWebhookEvents;
// @ts-expect-error without a mirror no route reads
plain.api.customer;
// @ts-expect-error nor is there anything to fill
plain.api.billing;
billing({ webhook, mirror: false }) satisfies BillingPlugin;

const mirrored = createAuth({ database, plugins: [billing({ webhook, provider: polar({ accessToken: "token" }) })] });
mirrored.api.customer.orders.list({ productBillingType: "recurring" });
mirrored.api.billing.syncCustomer({ userId: "user-1" });
billing({ webhook, mirror: { keep: "columns" } }) satisfies MirrorPlugin;

// @ts-expect-error misspelt
billing({ webhook, mirror: { keep: "column" } });
// @ts-expect-error a provider is an object with its calls
billing({ webhook, provider: "polar" });
// @ts-expect-error misspelt
mirrored.api.customer.orders.list({ productBillingType: "monthly" });
