import { notFound } from "../api-error.js";
import { type Call, ok, page, passes, type Reply } from "../call.js";
import { wholeDiscountView } from "../views/discount.js";

export function listDiscounts(call: Call): Reply {
  const { desk, query, reading } = call;
  const rows = desk.store.all("discounts").filter((row) => passes(query, "code", row.code));
  return page(call, rows, (row) => wholeDiscountView(reading, row));
}

export function getDiscount({ desk, reading, id }: Call): Reply {
  const row = desk.store.find("discounts", id);
  if (!row) throw notFound();
  return ok(wholeDiscountView(reading, row));
}
