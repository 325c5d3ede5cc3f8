import { type BillingTxContext, billingHandlers } from "@keyhold/billing";
import type { TolerantCustomer } from "@keyhold/billing-schema";
import { failIfAsked } from "./desk/failures.ts";
import { activityModel } from "./models.ts";

interface Line {
  readonly type: string;
  readonly at: Date;
  readonly customer: Pick<TolerantCustomer, "name" | "email">;
  readonly detail: string;
}

/** Writes a line of the feed. */
const tell =
  ({ customer, ...line }: Line) =>
  async ({ db }: BillingTxContext): Promise<void> => {
    const subject = customer.name ?? customer.email ?? "A customer without a name";
    await db.insert(activityModel, { ...line, subject });
  };

/**
 * The mirror of billing() keeps what was bought. These handlers write the lines of the feed, each in the claim of its
 * event: once, however often the event arrives.
 */
export const handlers = billingHandlers()
  .on("customer.created", ({ type, data }, { commit }) =>
    commit(tell({ type, at: data.createdAt, customer: data, detail: "became a customer" })),
  )
  .on("order.paid", ({ type, data: { customer, product, createdAt: at } }, { commit }) =>
    commit(tell({ type, at, customer, detail: `paid for ${product?.name ?? "an order"}` })),
  )
  .on("order.refunded", ({ type, data: { customer, product, createdAt, modifiedAt } }, { commit }) => {
    const detail = `was refunded for ${product?.name ?? "an order"}`;
    return commit(tell({ type, at: modifiedAt ?? createdAt, customer, detail }));
  })
  .on("subscription.active", ({ type, data: { customer, product, createdAt, startedAt } }, { commit }) => {
    const detail = `subscribed to ${product?.name ?? "a product"}`;
    return commit(tell({ type, at: startedAt ?? createdAt, customer, detail }));
  })
  .on("subscription.canceled", ({ type, data: { customer, product, createdAt, canceledAt } }, { commit }) => {
    const detail = `canceled ${product?.name ?? "a product"}`;
    return commit(tell({ type, at: canceledAt ?? createdAt, customer, detail }));
  })
  // The last handler of each event fails once where the page of webhooks asks for that.
  .on("*", (_, { id }) => failIfAsked(id));
