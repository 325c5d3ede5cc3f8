import { billingHandlers } from "@keyhold/billing";
import { versionOf } from "@keyhold/billing-schema";
import { activityOf } from "./activity.ts";
import { customerOf, nameOf, priceOf } from "./entities.ts";
import { activityModel, customerModel, orderModel, productModel, refundModel, subscriptionModel } from "./models.ts";
import { failIfAsked } from "./sample/failures.ts";

/**
 * Keeps the newest state of each entity. Events arrive late, twice and in any order: `upsertIfNewer` compares versions
 * on a locked row.
 */
export const handlers = billingHandlers()
  .on("product.*", ({ data }, { commit }) =>
    commit((tx) =>
      tx.upsertIfNewer(productModel, {
        id: data.id,
        version: versionOf(data),
        name: data.name ?? "A product",
        description: data.description,
        interval: data.recurringInterval === null ? null : String(data.recurringInterval),
        isArchived: data.isArchived ?? false,
        prices: (data.prices ?? []).flatMap(priceOf),
        createdAt: data.createdAt,
      }),
    ),
  )
  .on("customer.created", ({ data }, { commit }) => commit((tx) => tx.upsertIfNewer(customerModel, customerOf(data))))
  .on("customer.updated", ({ data }, { commit }) => commit((tx) => tx.upsertIfNewer(customerModel, customerOf(data))))
  .on("customer.deleted", ({ data }, { commit }) => commit((tx) => tx.upsertIfNewer(customerModel, customerOf(data))))
  .on("order.*", ({ data }, { commit }) =>
    commit((tx) =>
      tx.upsertIfNewer(orderModel, {
        id: data.id,
        version: versionOf(data),
        customerId: data.customerId,
        customerName: nameOf(data.customer),
        product: data.product?.name ?? "Unknown product",
        reason: String(data.billingReason),
        status: String(data.status),
        isPaid: data.paid,
        netAmount: data.netAmount,
        totalAmount: data.totalAmount,
        refundedAmount: data.refundedAmount,
        currency: data.currency,
        createdAt: data.createdAt,
      }),
    ),
  )
  .on("subscription.*", ({ data }, { commit }) =>
    commit((tx) =>
      tx.upsertIfNewer(subscriptionModel, {
        id: data.id,
        version: versionOf(data),
        customerId: data.customerId,
        customerName: nameOf(data.customer),
        product: data.product?.name ?? "Unknown product",
        description: data.product?.description ?? null,
        status: String(data.status),
        amount: data.amount,
        currency: data.currency,
        interval: String(data.recurringInterval),
        isEnding: data.cancelAtPeriodEnd ?? false,
        periodEnd: data.currentPeriodEnd,
        meters: (data.meters ?? []).map(({ meter, consumedUnits, amount }) => ({
          name: meter?.name ?? "units",
          units: consumedUnits ?? 0,
          amount: amount ?? 0,
        })),
        createdAt: data.createdAt,
      }),
    ),
  )
  .on("refund.*", ({ data }, { commit }) =>
    commit((tx) =>
      tx.upsertIfNewer(refundModel, {
        id: data.id,
        version: versionOf(data),
        orderId: data.orderId,
        status: String(data.status),
        reason: String(data.reason),
        amount: data.amount,
        currency: data.currency,
        createdAt: data.createdAt,
      }),
    ),
  )
  .on("*", (event, { commit, id }) => {
    failIfAsked(id);
    const activity = activityOf(event);
    return activity ? commit((tx) => tx.db.insert(activityModel, activity)) : undefined;
  });
