import { useUI } from "../context.js";
import { type Page, type Pages, usePages } from "../lists/use-pages.js";
import { orderOf } from "./read-entities.js";
import type { BillingOwner, Order } from "./types.js";

const limit = 10;

/** The orders of an owner, the newest first. `asOf`: the list is read again when the owner has bought more. */
export function useOrders({ organizationId }: BillingOwner, asOf: Date | null): Pages<Order> {
  const { client } = useUI();
  const referenceId = organizationId === undefined ? {} : { referenceId: organizationId };
  return usePages<Order>({
    question: `${organizationId} ${asOf?.getTime()}`,
    from: "1",
    atFirst: 1,
    async read(cursor, signal) {
      const page = Number(cursor);
      const { data, error } = await client.customer.orders.list({ page, limit, ...referenceId }, { signal });
      if (error) return { data: null, error };
      const { items, pagination } = data.result;
      const answer: Page<Order> = {
        items: items.map(orderOf),
        nextCursor: page < pagination.maxPage ? String(page + 1) : null,
      };
      return { data: answer, error: null };
    },
  });
}
