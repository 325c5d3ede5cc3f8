import type { Desk } from "../desk.js";
import { totalOf } from "../views/order.js";
import { document, escapeHtml, money, table } from "./document.js";

const shownEvents = 50;

/** The page of the merchant: customers, subscriptions, orders and deliveries. */
export function overviewPage(desk: Desk): string {
  const { endpoint } = desk.store.data;
  const state = endpoint.isEnabled ? "" : " It is switched off, after ten refused deliveries in sequence.";
  const isOff = endpoint.isEnabled ? "" : button("enable", {}, "Switch on");
  const target =
    endpoint.url === null ? "Webhooks have no endpoint yet." : `Webhooks go to ${escapeHtml(endpoint.url)}.`;
  return document(
    "Billing provider",
    `<h1>Billing provider for tests</h1>
<p>The time here is ${desk.time.now().toISOString().slice(0, 16).replace("T", " ")} UTC. ${target}${state}</p>
${isOff}
<form method="post" action="/overview/forward">
<label>Days<input name="days" type="number" min="0" value="0"></label>
<label>Months<input name="months" type="number" min="0" value="1"></label>
<button class="main">Forward the clock</button>
</form>
${customers(desk)}${subscriptions(desk)}${orders(desk)}${deliveries(desk)}`,
  );
}

const button = (action: string, fields: Readonly<Record<string, string>>, label: string): string => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="/overview/${action}">${inputs.join("")}<button>${label}</button></form>`;
};

function customers({ store }: Desk): string {
  const rows = store.all("customers").map((row) => {
    const other = row.card === "works" ? "declined" : "works";
    const label = row.card === "works" ? "Let the card be declined" : "Let the card work";
    return [
      `${escapeHtml(row.email ?? "")}<br><small>${row.id}</small>`,
      escapeHtml(row.external_id ?? ""),
      row.deleted_at === null ? button("card", { id: row.id, card: other }, label) : "deleted",
    ];
  });
  return table("Customers", ["Email", "External id", "Card"], rows);
}

function subscriptions({ store }: Desk): string {
  const rows = store
    .all("subscriptions")
    .map((row) => [
      escapeHtml(store.get("products", row.product_id).name),
      escapeHtml(store.get("customers", row.customer_id).email ?? row.customer_id),
      `${row.status}${row.cancel_at_period_end ? ", ends with the period" : ""}`,
      row.current_period_end.slice(0, 10),
    ]);
  return table("Subscriptions", ["Product", "Customer", "Status", "Period ends"], rows);
}

function orders({ store }: Desk): string {
  const rows = store
    .all("orders")
    .toReversed()
    .map((row) => [
      escapeHtml(row.invoice_number),
      escapeHtml(store.get("customers", row.customer_id).email ?? row.customer_id),
      escapeHtml(store.get("products", row.product_id).name),
      money(totalOf(row), store.get("products", row.product_id)),
      row.status,
    ]);
  return table("Orders", ["Invoice", "Customer", "Product", "Total", "Status"], rows);
}

function deliveries({ store }: Desk): string {
  const rows = store.data.events
    .slice(-shownEvents)
    .toReversed()
    .map((event) => {
      const last = event.attempts.at(-1);
      const answer = last ? `${last.status ?? ""} ${escapeHtml(last.answer)}` : "";
      return [
        `${event.type}<br><small>${event.id}</small>`,
        `${event.state}, tries: ${event.attempts.length}`,
        answer,
        button("redeliver", { id: event.id }, "Send again"),
      ];
    });
  return table("Events", ["Type", "Delivery", "Last answer", ""], rows);
}
