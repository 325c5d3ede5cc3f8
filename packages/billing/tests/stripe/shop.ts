import { createHmac } from "node:crypto";
import { type BillingPluginEvent, billing, billingHandlers, defineEntitlements } from "@keyhold/billing";
import { stripe } from "@keyhold/billing/stripe";
import { organization } from "@keyhold/organization";
import { createClock, createTestAuth, signInAs } from "@keyhold/testing";
import { type DeliverOptions, startBillingProvider } from "@keyhold/testing/billing-provider";
import { expect } from "vitest";
import { connect, requestsTo } from "../connect.ts";

export const secret = "whsec_of_the_endpoint_for_tests_0001";

interface Given {
  readonly deliver?: DeliverOptions;
  readonly secrets?: readonly string[];
  readonly handlers?: ReturnType<typeof billingHandlers>;
  readonly keepBodies?: "all";
  /** What carries the requests to the provider. */
  readonly fetch?: typeof globalThis.fetch;
}

/** An app that sells by Stripe, with a provider on this machine that speaks Stripe's dialect over HTTP. */
export async function openShop({
  deliver = {},
  secrets = [secret],
  handlers = billingHandlers(),
  fetch = globalThis.fetch,
  keepBodies,
}: Given = {}) {
  const clock = createClock();
  const desk = await startBillingProvider({
    dialect: "stripe",
    meters: { calls: { name: "API calls", aggregation: { func: "sum", property: "units" } } },
    products: {
      pro: { name: "Pro", price: 1200, interval: "month" },
      yearly: { name: "Pro, yearly", price: 12_000, interval: "year", currency: "eur" },
      tried: { name: "Tried", price: 900, interval: "month" },
      book: { name: "Book", price: 1500, currency: "jpy" },
      metered: { name: "Calls", price: { meter: "calls", unitAmount: "2" }, interval: "month" },
    },
    webhookSecret: secret,
    deliver,
    clock,
  });
  const { pro, yearly, tried, book } = desk.products;
  const provider = stripe({ apiKey: desk.accessToken, baseURL: desk.origin, retryMilliseconds: 1, fetch });
  const told: string[] = [];
  const fixture = createTestAuth({
    plugins: [
      organization(),
      billing({
        webhook: { secret: secrets, handlers, ...(keepBodies && { keepBodies }) },
        provider,
        products: { pro, yearly, tried: { id: tried, trial: { days: 7 } }, book },
        entitlements: defineEntitlements({
          pro: { products: ["pro"], graceDays: 3 },
          yearly: { products: ["yearly"] },
          tried: { products: ["tried"] },
          book: { products: ["book"] },
        }),
        usage: { events: { calls: { meter: desk.meters.calls } } },
      }),
    ] as const,
    config: {
      now: clock.now,
      rateLimit: { enabled: false },
      user: { deleteUser: { enabled: true, confirmByMail: false } },
      onEvent: (event) => {
        const { type, ...rest } = event as BillingPluginEvent;
        if (type !== "entitlement.gained" && type !== "entitlement.lost") return;
        told.push(`${type.slice(12)} ${(rest as { readonly entitlement: string }).entitlement}`);
      },
    },
  });
  const { auth } = fixture;
  await connect(auth, desk);
  const { post, get } = requestsTo(auth);
  const person = (name: string) => signInAs(auth, { email: `${name}@example.com` });
  /** Ends when each webhook is handled. */
  async function settled(): Promise<void> {
    await desk.delivered();
    await auth.idle();
  }
  /** Opens a checkout at the app. */
  async function open(headers: HeadersInit, fields: object): Promise<string> {
    const answer = await post("/checkout", { successUrl: "/paid?id={CHECKOUT_ID}", ...fields }, headers);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    return answer.body.url;
  }
  /** Buys on the page of the provider, and waits until the mirror has it. */
  async function buy(headers: HeadersInit, fields: object): Promise<string> {
    const back = await desk.pay(await open(headers, fields));
    await settled();
    return back;
  }
  /** Posts a delivery to the app. */
  const deliverBody = (body: string, header: string | null): Promise<Response> =>
    auth.handler(
      new Request("https://app.example.com/api/auth/billing/webhook", {
        method: "POST",
        headers: { "content-type": "application/json", ...(header !== null && { "stripe-signature": header }) },
        body,
      }),
    );
  const toldSince = () => told.splice(0);
  const shop = { ...fixture, auth, clock, desk, provider, post, get, person, settled, open, buy, toldSince };
  return { ...shop, deliverBody, api: auth.api.billing };
}

/** The header of Stripe's scheme, written without the code under test. */
export function signatureOf(body: string, { key = secret, at = Math.floor(Date.now() / 1000) } = {}): string {
  return `t=${at},v1=${createHmac("sha256", key).update(`${at}.${body}`).digest("hex")}`;
}
