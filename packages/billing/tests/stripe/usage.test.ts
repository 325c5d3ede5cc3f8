import { BillingProviderError } from "@keyhold/billing";
import { stripe } from "@keyhold/billing/stripe";
import { expect, test } from "vitest";
import { ingest } from "../../src/usage/ingest.ts";
import type { UsageRow } from "../../src/usage/models.ts";

interface Given {
  readonly hasParam?: boolean;
  readonly code?: string;
  readonly message?: (identifier: string) => string;
}

const known = (identifier: string): string => `An event already exists with identifier ${identifier}.`;

/** Stripe's customers and meter events. Owners whose name begins with "paid" have a customer. */
function openStripe({ hasParam = true, code, message = known }: Given = {}) {
  const seen = new Set<string>();
  const calls: string[] = [];
  const customer = (owner: string) => ({ id: `cus_${owner}`, created: 1, metadata: { keyhold_owner_id: owner } });
  const refused = (param: string, text: string) =>
    Response.json(
      { error: { type: "invalid_request_error", code, message: text, ...(hasParam && { param }) } },
      { status: 400 },
    );
  const fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input));
    calls.push(`${init.method} ${url.pathname.replace(/cus_.*/, "{id}")}`);
    if (url.pathname === "/v1/customers/search") {
      const owner = /:"(.*)"$/.exec(url.searchParams.get("query") ?? "")?.[1] ?? "";
      return Response.json({ data: owner.startsWith("paid") ? [customer(owner)] : [], has_more: false });
    }
    if (url.pathname === "/v1/customers") return Response.json({ data: [], has_more: false });
    if (url.pathname.startsWith("/v1/customers/")) return Response.json(customer(url.pathname.split("_")[1] ?? ""));
    const form = new URLSearchParams(String(init.body));
    const id = form.get("identifier") ?? "";
    if (form.get("event_name") === "none") return refused("event_name", "No active meter found.");
    if (seen.has(id)) return refused("identifier", message(id));
    seen.add(id);
    return Response.json({ object: "billing.meter_event" });
  };
  const provider = stripe({ apiKey: "sk_test_1", fetch, requestsPerMinute: 1e9, retryMilliseconds: 1 });
  const posts = () => calls.filter((call) => call === "POST /v1/billing/meter_events").length;
  return { provider, calls, seen, posts };
}

const now = new Date(1_800_000_000_000);
const row = (id: number, owner: string, event = "calls"): UsageRow =>
  ({ id: `use-${id}`, owner, event, units: 1, metadata: { units: 1 }, createdAt: now, key: null }) as never;

test("of a batch with owners without a customer the others are posted once, and each owner is looked for once", async () => {
  const { provider, calls, posts } = openStripe();
  const rows = Array.from({ length: 100 }, (_, index) => row(index, `${index % 2 ? "free" : "paid"}${index % 10}`));
  const { sent, refused } = await ingest(provider, rows, now);
  expect([sent.length, refused.length, posts()]).toEqual([50, 50, 50]);
  expect(refused[0]?.reason).toBe("external_customer_id: The owner has no customer.");
  expect(calls.filter((call) => call.endsWith("/search"))).toHaveLength(10);
});

test("of a batch with unknown meters the refused are named in one error, and the others are posted once", async () => {
  const { provider, posts } = openStripe();
  const rows = Array.from({ length: 20 }, (_, index) => row(index, "paid", index % 2 ? "none" : "calls"));
  const { sent, refused } = await ingest(provider, rows, now);
  expect([sent.length, refused.length, posts()]).toEqual([10, 10, 20]);
});

test.each([
  ["by its message", { hasParam: false }],
  ["by its code", { code: "duplicate_meter_event", message: () => "Once more." }],
])("a use that Stripe has counted is known %s", async (_, given) => {
  const { provider, seen } = openStripe(given);
  seen.add("use-0");
  const { sent, refused } = await ingest(provider, [row(0, "paid0"), row(1, "paid1")], now);
  expect([sent.length, refused.length]).toEqual([2, 0]);
});

test("an error of Stripe without a parameter keeps its message", async () => {
  const { provider } = openStripe({ hasParam: false });
  const event = { name: "none", externalCustomerId: "paid", metadata: {} };
  const error = await provider.usage.ingest([event]).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BillingProviderError);
  expect(error).toMatchObject({ issues: [{ path: ["events", 0], message: "No active meter found." }] });
});
