import { refundCreate } from "@keyhold/billing-schema/requests";
import { invalidField, notFound, refundedAlready, tooHighRefund } from "../api-error.js";
import { bodyOf, type Call, created, ok, page, passes, type Reply } from "../call.js";
import type { OrderRow } from "../data/rows.js";
import { emit } from "../desk.js";
import { customerBy } from "../sales/customers.js";
import { revokeGrants } from "../sales/grants.js";
import { orderView, refundView, totalOf } from "../views/order.js";

const rowOf = ({ desk, id }: Call): OrderRow => {
  const row = desk.store.find("orders", id);
  if (!row) throw notFound();
  return row;
};

export const getOrder = (call: Call): Reply => ok(orderView(call.reading, rowOf(call)));

export function listOrders(call: Call): Reply {
  const { desk, query, reading } = call;
  const external = query.get("external_customer_id") ?? query.get("customer_external_id");
  const owner = external === null ? null : (customerBy(desk.store, "external_id", external)?.id ?? "");
  const rows = desk.store
    .all("orders")
    .filter((row) => passes(query, "customer_id", row.customer_id) && passes(query, "product_id", row.product_id))
    .filter((row) => passes(query, "checkout_id", row.checkout_id))
    .filter((row) => owner === null || row.customer_id === owner)
    .filter((row) => passes(query, "product_billing_type", row.subscription_id === null ? "one_time" : "recurring"));
  return page(call, rows, (row) => orderView(reading, row));
}

export function getInvoice(call: Call): Reply {
  const { id } = rowOf(call);
  return ok({ url: `${call.desk.origin}/invoices/${id}` });
}

export function createRefund(call: Call): Reply {
  const { desk, reading } = call;
  const { order_id, amount, reason, metadata = {}, revoke_benefits = false } = bodyOf(call, refundCreate);
  const order = desk.store.find("orders", order_id);
  if (!order || order.status === "pending" || order.status === "void") {
    throw invalidField("order_id", "Order does not exist, or is not paid.");
  }
  if (revoke_benefits && order.subscription_id !== null) {
    throw invalidField("revoke_benefits", "Benefits can only be revoked for one-time purchases.");
  }
  const total = totalOf(order);
  if (order.refunded_amount >= total) throw refundedAlready();
  if (order.refunded_amount + amount > total) throw tooHighRefund();
  const row = desk.store.insert("refunds", { order_id, amount, reason, metadata, revoke_benefits });
  const refunded_amount = order.refunded_amount + amount;
  const status = refunded_amount === total ? "refunded" : "partially_refunded";
  desk.store.update("orders", order_id, { refunded_amount, status });
  emit(desk, "refund.created", row.id);
  emit(desk, "order.updated", order_id);
  emit(desk, "order.refunded", order_id);
  if (revoke_benefits) {
    revokeGrants(desk, { customer_id: order.customer_id, subscription_id: null, order_id });
    emit(desk, "customer.state_changed", order.customer_id);
  }
  return created(refundView(reading, row));
}

export function listRefunds(call: Call): Reply {
  const { desk, query, reading } = call;
  const rows = desk.store.all("refunds").filter((row) => passes(query, "order_id", row.order_id));
  return page(call, rows, (row) => refundView(reading, row));
}
