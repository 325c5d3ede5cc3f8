import { type Answer, type Asked, html, text } from "../../identity-provider/server.js";
import type { CustomerRow, SessionRow, SubscriptionRow } from "../data/rows.js";
import type { Desk } from "../desk.js";
import { emit } from "../desk.js";
import { cancelAtPeriodEnd } from "../sales/subscription-cancel.js";
import { totalOf } from "../views/order.js";
import { document, escapeHtml, money, table } from "./document.js";

/** The page on which a customer sees orders and cancels subscriptions. Needs the token of a session that is not over. */
export function portalPage(desk: Desk, { method, url, body }: Asked): Answer {
  const token = url.searchParams.get("customer_session_token") ?? url.pathname.split("/")[2];
  const session = desk.store.all("sessions").find((row) => row.token === token);
  if (!session || new Date(session.expires_at) <= desk.time.now()) return text(403, "This link is not valid any more.");
  if (method === "GET") return html(pageOf(desk, session));
  const form = new URLSearchParams(body);
  const row = desk.store.find("subscriptions", form.get("subscription") ?? "");
  if (row?.customer_id !== session.customer_id) return text(404, "There is no such subscription.");
  if (row.ended_at === null && row.cancel_at_period_end === (form.get("decision") === "keep")) {
    cancelAtPeriodEnd(desk, row, !row.cancel_at_period_end);
    emit(desk, "customer.state_changed", row.customer_id);
  }
  return { status: 303, headers: { location: `${url.pathname}${url.search}` }, body: "" };
}

function pageOf(desk: Desk, { customer_id, return_url }: SessionRow): string {
  const customer = desk.store.get("customers", customer_id);
  const name = escapeHtml(customer.email ?? customer.name ?? "");
  const back = return_url === null ? "" : `<p><a href="${escapeHtml(return_url)}">Back to the shop</a></p>`;
  return document(
    "Your purchases",
    `<h1>Purchases of ${name}</h1>${back}${subscriptionsOf(desk, customer)}${ordersOf(desk, customer)}`,
  );
}

function subscriptionsOf({ store }: Desk, { id }: CustomerRow): string {
  const rows = store.all("subscriptions").filter(({ customer_id }) => customer_id === id);
  return table(
    "Subscriptions",
    ["Product", "Status", "Period ends", ""],
    rows.map((row) => [
      escapeHtml(store.get("products", row.product_id).name),
      `${row.status}${row.cancel_at_period_end ? ", ends with the period" : ""}`,
      row.current_period_end.slice(0, 10),
      row.ended_at === null ? button(row) : "",
    ]),
  );
}

const button = ({ id, cancel_at_period_end }: SubscriptionRow): string => {
  const [decision, label] = cancel_at_period_end ? ["keep", "Keep"] : ["cancel", "Cancel"];
  return `<form method="post"><input type="hidden" name="subscription" value="${id}"><button name="decision" value="${decision}">${label}</button></form>`;
};

function ordersOf({ store }: Desk, { id }: CustomerRow): string {
  const rows = store.all("orders").filter(({ customer_id }) => customer_id === id);
  return table(
    "Orders",
    ["Invoice", "Product", "Total", "Status"],
    rows.map((row) => [
      `<a href="/invoices/${row.id}">${escapeHtml(row.invoice_number)}</a>`,
      escapeHtml(store.get("products", row.product_id).name),
      money(totalOf(row), store.get("products", row.product_id)),
      row.status,
    ]),
  );
}
