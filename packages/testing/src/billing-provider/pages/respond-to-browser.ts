import { type Answer, type Asked, html, text } from "../../identity-provider/server.js";
import type { Desk } from "../desk.js";
import { unknownPage } from "../respond.js";
import { forward } from "../sales/periods.js";
import { totalOf } from "../views/order.js";
import { checkoutPage } from "./checkout-page.js";
import { document, escapeHtml, money, table } from "./document.js";
import { overviewPage } from "./overview-page.js";
import { portalPage } from "./portal-page.js";

/** Answers a request of a browser. */
export async function respondToBrowser(desk: Desk, asked: Asked): Promise<Answer> {
  const { method, url } = asked;
  if (!isFromHere(asked)) return text(403, "Open this page at 127.0.0.1 or localhost.");
  const [, page = "", id = ""] = url.pathname.split("/");
  if (url.pathname === "/") return html(overviewPage(desk));
  if (page === "checkout") return checkoutPage(desk, asked);
  if (page === "portal") return portalPage(desk, asked);
  if (page === "invoices") return invoicePage(desk, id);
  if (page === "overview" && method === "POST") return change(desk, id, new URLSearchParams(asked.body));
  return unknownPage();
}

const localHosts = ["127.0.0.1", "localhost"];

/** Whether a page of this server sent the request: another website must not read the data or push the buttons. */
function isFromHere({ headers }: Asked): boolean {
  const host = headers.get("host") ?? "";
  const origin = headers.get("origin");
  const isLocal = localHosts.includes(host.replace(/:\d+$/, ""));
  return isLocal && (origin === null || origin === `http://${host}`);
}

/** What the merchant's buttons do. */
async function change(desk: Desk, action: string, form: URLSearchParams): Promise<Answer> {
  const id = form.get("id") ?? "";
  if (action === "forward") {
    await forward(desk, { days: Number(form.get("days")), months: Number(form.get("months")) });
  } else if (action === "enable") {
    Object.assign(desk.store.data.endpoint, { isEnabled: true, failuresInSequence: 0 });
  } else if (action === "card") {
    desk.store.update("customers", id, { card: form.get("card") === "declined" ? "declined" : "works" });
  } else if (action === "redeliver") {
    await desk.queue.redeliver(id).catch(() => null);
  } else return unknownPage();
  return { status: 303, headers: { location: "/" }, body: "" };
}

function invoicePage({ store }: Desk, id: string): Answer {
  const order = store.find("orders", id);
  if (!order) return text(404, "There is no such order.");
  const product = store.get("products", order.product_id);
  const rows = order.items.map(({ label, amount }) => [escapeHtml(label), money(amount, product)]);
  const title = `Invoice ${order.invoice_number}`;
  return html(
    document(title, `${table(title, ["Item", "Amount"], rows)}<p>Total ${money(totalOf(order), product)}</p>`),
  );
}
