import { type Answer, type Asked, html, text } from "../../identity-provider/server.js";
import type { CheckoutRow } from "../data/rows.js";
import type { Desk } from "../desk.js";
import { amountOf } from "../sales/price.js";
import { buy, decline, expire } from "../sales/purchase.js";
import { successUrl } from "../views/checkout.js";
import { document, escapeHtml, money } from "./document.js";

/** The open checkout of a URL. Throws for a checkout that is not open. */
export function openCheckout({ store, origin }: Desk, url: string): CheckoutRow {
  const secret = new URL(url, origin).pathname.split("/")[2];
  const row = store.all("checkouts").find(({ client_secret }) => client_secret === secret);
  if (!row) throw new Error(`There is no checkout at ${url}.`);
  if (row.status !== "open") throw new Error(`The checkout is ${row.status}.`);
  return row;
}

/** The page of a checkout, and what the customer decides there. */
export function checkoutPage(desk: Desk, { method, url, body }: Asked): Answer {
  const secret = url.pathname.split("/")[2];
  const row = desk.store.all("checkouts").find(({ client_secret }) => client_secret === secret);
  if (!row) return text(404, "There is no such checkout.");
  if (row.status !== "open")
    return html(document("Checkout", `<h1>This checkout is ${row.status}</h1>${backLink(row)}`, "narrow"));
  return method === "POST" ? decide(desk, row, new URLSearchParams(body)) : html(formOf(desk, row));
}

function decide(desk: Desk, row: CheckoutRow, form: URLSearchParams): Answer {
  const decision = form.get("decision");
  if (decision === "pay") {
    const amount = form.has("amount") ? Number(form.get("amount")) : undefined;
    const seats = form.has("seats") ? { seats: Number(form.get("seats")) } : {};
    const code = form.get("code");
    const who = { email: form.get("email") || undefined, name: form.get("name") || undefined };
    try {
      buy(desk, row, { ...who, ...seats, amount, ...(code && { discountCode: code }) });
    } catch (error) {
      const why = escapeHtml(error instanceof Error ? error.message : String(error));
      return html(
        document("Checkout", `<h1>Not paid</h1><p>${why}</p><p><a href="">Back to the checkout</a></p>`, "narrow"),
      );
    }
    return redirect(successUrl(desk.origin, row));
  }
  if (decision === "decline") decline(desk, row);
  else expire(desk, row);
  return redirect(row.return_url ?? `${desk.origin}/checkout/${row.client_secret}`);
}

const redirect = (location: string): Answer => ({ status: 303, headers: { location }, body: "" });

const backLink = ({ return_url }: CheckoutRow): string =>
  return_url === null ? "" : `<p><a href="${escapeHtml(return_url)}">Back to the shop</a></p>`;

function formOf({ store }: Desk, row: CheckoutRow): string {
  const product = store.get("products", row.product_id);
  const interval = product.recurring_interval === null ? "" : ` per ${product.recurring_interval}`;
  const isKnown = row.customer_id !== null;
  const address = `<label>Email<input name="email" type="email" required value="${escapeHtml(row.customer_email ?? "")}"${isKnown ? " readonly" : ""}></label>`;
  const custom = product.prices.find(({ amount_type }) => amount_type === "custom");
  const amount = custom
    ? `<label>Amount in the smallest unit<input name="amount" type="number" min="50" value="${row.chosen_amount ?? custom.price_amount}"></label>`
    : "";
  const seats =
    row.seats === null ? "" : `<label>Seats<input name="seats" type="number" min="1" value="${row.seats}"></label>`;
  const code = row.allow_discount_codes ? `<label>Discount code<input name="code"></label>` : "";
  return document(
    `Buy ${product.name}`,
    `<h1>${escapeHtml(product.name)}</h1>
<p>${money(amountOf(product, row), product)}${interval}. This is a test provider: no money moves.</p>
<form method="post">
${address}
<label>Name<input name="name" value="${escapeHtml(row.customer_name ?? "")}"></label>
${amount}${seats}${code}
<button class="main" name="decision" value="pay">Pay</button>
<button name="decision" value="decline">Pay with a card that is declined</button>
<button name="decision" value="abandon" formnovalidate>Cancel</button>
</form>`,
    "narrow",
  );
}
