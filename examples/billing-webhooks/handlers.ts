import { billingHandlers } from "@keyhold/billing";
import { compareVersions, versionOf } from "@keyhold/billing-schema";
import type { Adapter } from "@keyhold/core/adapter";
import { defineModel, definePlugin, integer, text } from "@keyhold/core/plugin";

/** The newest state of a subscription. */
export const subscriptionModel = defineModel("subscription", {
  id: text(),
  version: text(),
  customerId: text().indexed(),
  status: text(),
});

/** The credit of an order: its net amount once it is paid, in the smallest unit of the currency. */
export const orderModel = defineModel("creditOrder", {
  id: text(),
  version: text(),
  customerId: text().indexed(),
  paidAmount: integer(),
  refundedAmount: integer(),
});

/** The deduction by a refund: its amount while it has succeeded, else 0. */
export const refundModel = defineModel("creditRefund", {
  id: text(),
  version: text(),
  orderId: text().indexed(),
  amount: integer(),
});

/** The app's own tables, beside the auth's. */
export const purchases = definePlugin({ id: "purchases", models: [subscriptionModel, orderModel, refundModel] });

export const handlers = billingHandlers()
  .on("subscription.*", ({ data }, { commit }) =>
    commit((tx) =>
      tx.upsertIfNewer(subscriptionModel, {
        id: data.id,
        version: versionOf(data),
        customerId: data.customerId,
        status: String(data.status),
      }),
    ),
  )
  .on("order.*", ({ data }, { commit }) =>
    commit((tx) =>
      tx.upsertIfNewer(orderModel, {
        id: data.id,
        version: versionOf(data),
        customerId: data.customerId,
        paidAmount: data.paid ? data.netAmount : 0,
        refundedAmount: data.refundedAmount,
      }),
    ),
  )
  .on("refund.*", ({ data }, { commit }) =>
    commit((tx) =>
      tx.upsertIfNewer(refundModel, {
        id: data.id,
        version: versionOf(data),
        orderId: data.orderId,
        amount: String(data.status) === "succeeded" ? data.amount : 0,
      }),
    ),
  );

/** The rest of an order's credit, computed from the newest state of the order and of its refunds. */
export async function creditOf(db: Pick<Adapter, "find" | "list">, orderId: string): Promise<number> {
  const order = await db.find(orderModel, { id: orderId });
  if (!order) return 0;
  const refunds = await db.list(refundModel, { orderId }, { orderBy: "id", limit: 100 });
  // The order has the refunded amount at its own version. A refund with a later change, e.g. failed, is newer.
  const isOutdated = refunds.some(({ version }) => compareVersions(version, order.version) >= 0);
  const refunded = isOutdated ? refunds.reduce((sum, { amount }) => sum + amount, 0) : order.refundedAmount;
  return Math.max(0, order.paidAmount - refunded);
}
