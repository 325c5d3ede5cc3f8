import {
  type BillingHandlers,
  type BillingOptions,
  billing,
  billingHandlers,
  webhookEventModel,
} from "@keyhold/billing";
import { signWebhook } from "@keyhold/billing-schema/webhook";
import type { AuthConfig } from "@keyhold/core";
import { createTestAuth } from "@keyhold/testing";

export const secret = "a-secret-of-the-provider";

/** A refund, as the provider sends it. */
export const refundWire = {
  created_at: "2026-03-01T10:00:00.123456Z",
  modified_at: null,
  id: "refund-1",
  metadata: { oneTimeToken: 17 },
  status: "succeeded",
  reason: "customer_request",
  amount: 1250,
  tax_amount: 250,
  currency: "usd",
  organization_id: "merchant-1",
  order_id: "order-1",
  subscription_id: null,
  customer_id: "customer-1",
  revoke_benefits: true,
};

export const refundCreated = { type: "refund.created", data: refundWire };

export interface Sending {
  readonly id?: string;
  readonly secret?: string;
  readonly sentAt?: Date;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Replaces the signed body. */
  readonly body?: string;
}

export interface Opening {
  readonly handlers?: BillingHandlers;
  readonly webhook?: Partial<BillingOptions["webhook"]>;
  readonly config?: Partial<Omit<AuthConfig, "plugins" | "onEvent" | "hooks" | "mail">>;
}

const refundsOnly = billingHandlers().on("refund.*", () => undefined);

/** An auth with the plugin, and a provider's signatures for it. */
export function openWebhook({ handlers = refundsOnly, webhook = {}, config = {} }: Opening = {}) {
  const fixture = createTestAuth({ plugins: [billing({ webhook: { secret, handlers, ...webhook } })], config });

  async function deliver(payload: unknown, sending: Sending = {}): Promise<Response> {
    const text = typeof payload === "string" ? payload : JSON.stringify(payload);
    const { id = "event-1", sentAt = fixture.clock.now() } = sending;
    const signed = await signWebhook({ secret: sending.secret ?? secret, id, sentAt, body: text });
    const headers = new Headers(signed);
    for (const [name, value] of Object.entries(sending.headers ?? {})) {
      if (value === undefined) headers.delete(name);
      else headers.set(name, value);
    }
    const url = "https://app.example.com/api/auth/billing/webhook";
    const response = await fixture.auth.handler(
      new Request(url, { method: "POST", headers, body: sending.body ?? text }),
    );
    await fixture.auth.idle();
    return response;
  }

  const rowOf = (eventId = "event-1") => fixture.db.find(webhookEventModel, { eventId });
  return { ...fixture, deliver, rowOf };
}
