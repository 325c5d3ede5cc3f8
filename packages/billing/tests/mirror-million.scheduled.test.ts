import { planMigration } from "@keyhold/adapter-kysely";
import { billing, billingHandlers } from "@keyhold/billing";
import { createAuth } from "@keyhold/core";
import { signInAs } from "@keyhold/testing";
import { expect, inject, onTestFinished, test } from "vitest";
import { orderWire } from "../../../tests/harness/billing/purchases.ts";
import { secret } from "../../../tests/harness/billing/webhook-fixture.ts";
import { freshDatabase } from "../../../tests/harness/databases.ts";
import { openNoting } from "../../../tests/harness/noting-database.ts";
import { deliverEvents } from "./mirror/deliver.ts";

/* Measures, and asserts no time: the plans of the statements are asserted at 100,000 orders by mirror-plans. */

const services = inject("services");
const orderCount = 1_000_000;
/** Ten orders of each customer; the caller has 1,000 more. */
const customerCount = 100_000;
const ownOrders = 1_000;
const calls = 200;

/** The quantile of times in milliseconds. */
const quantile = (times: readonly number[], share: number): string =>
  (times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1);

async function measure(what: string, work: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < 20; index += 1) await work(-index - 1);
  const times: number[] = [];
  for (let index = 0; index < calls; index += 1) {
    const begun = performance.now();
    await work(index);
    times.push(performance.now() - begun);
  }
  console.log(`${what}: p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms`);
}

test.runIf(services.postgres)(
  "a million mirrored orders on PostgreSQL: a page of a list, the state of an owner, a webhook with three handlers",
  async () => {
    const fresh = await freshDatabase("postgres", services);
    const { database, run, close } = openNoting(fresh);
    onTestFinished(async () => {
      await close();
      await fresh.drop();
    });
    let handled = 0;
    const count = () => {
      handled += 1;
    };
    const handlers = billingHandlers().on("order.paid", count).on("order.*", count).on("*", count);
    const auth = createAuth({
      secret: "only for this test: 4f9b7c21d8e3a650",
      baseURL: "https://app.example.com",
      database,
      plugins: [billing({ webhook: { secret, handlers }, mirror: true })],
    });
    await (await planMigration(database, auth.schema)).apply();
    const { user, headers } = await signInAs(auth, { email: "ada@example.com" });
    const { customer, product: _, subscription: __, discount: ___, ...wire } = orderWire;
    const version = "2026-05-04T09:30:00.0000002Z";
    const fill = (table: string, columns: string, values: string, rows: string) =>
      run(`insert into "${table}" (id, version, "createdAt", wire, ${columns}) ${values} from ${rows}`);
    await fill(
      "billingCustomer",
      `"ownerKind", "ownerId"`,
      `select 'c' || n, '${version}', now(), null, 'user', case n when 0 then '${user.id}' else 'user-' || n end`,
      `generate_series(0, ${customerCount - 1}) n`,
    );
    const orderColumns = `"customerId", "productId", "isRecurring", status, "netAmount", "totalAmount", "refundedAmount", currency`;
    const orderOf = (owner: string) =>
      `select 'o' || n, '${version}', timestamp '2026-01-01' + n * interval '1 second', '${JSON.stringify(wire)}', ${owner}, 'product-1', n % 2 = 0, 'paid', 2000, 2400, 0, 'usd'`;
    await fill(
      "billingOrder",
      orderColumns,
      orderOf(`'c' || n % ${customerCount}`),
      `generate_series(1, ${orderCount}) n`,
    );
    await fill(
      "billingOrder",
      orderColumns,
      orderOf("'c0'"),
      `generate_series(${orderCount + 1}, ${orderCount + ownOrders}) n`,
    );
    await fill(
      "billingSubscription",
      `"customerId", "productId", status, "isActive", amount, currency`,
      `select 's' || n, '${version}', now(), null, 'c' || n, 'product-1', 'active', true, 1, 'usd'`,
      `generate_series(0, ${customerCount - 1}) n`,
    );
    for (const table of ["billingCustomer", "billingOrder", "billingSubscription"]) {
      await run(`vacuum analyze "${table}"`);
    }

    const list = (page: number) => auth.api.customer.orders.list({ page, limit: 10 }, { headers });
    expect((await list(1)).result.pagination.totalCount).toBe(ownOrders + orderCount / customerCount);
    await measure("the first page of a list of 1,010 orders", () => list(1));
    await measure("page 100 of the list", () => list(100));
    await measure("the state of an owner", () => auth.api.billing.state({}, { headers }));
    const paid = (index: number) => {
      const owner = index + 1_000;
      const buyer = { ...customer, id: `c${owner}`, external_id: `user-${owner}` };
      const order = { ...orderWire, id: `new-${index}`, customer_id: buyer.id, customer: buyer };
      return { type: "order.paid", data: order };
    };
    await measure("order.paid with three handlers", (index) => deliverEvents(auth, [paid(index)], { secret }));
    expect(handled).toBe(3 * (calls + 20));
  },
  600_000,
);
