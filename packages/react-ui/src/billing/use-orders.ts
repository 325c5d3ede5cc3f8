import { useEffect, useRef } from "react";
import { useUI } from "../context.js";
import { type Page, type Pages, usePages } from "../lists/use-pages.js";
import { orderOf } from "./read-entities.js";
import type { BillingOwner, Order } from "./types.js";

const limit = 10;

/**
 * The orders of an owner, the newest first, read again when `asOf` changes: the owner has bought more. Undefined: not
 * known yet.
 */
export function useOrders({ organizationId }: BillingOwner, asOf: Date | null | undefined): Pages<Order> {
  const { client } = useUI();
  const referenceId = organizationId === undefined ? {} : { referenceId: organizationId };
  const orders = usePages<Order>({
    question: organizationId ?? "",
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
  const { refetch } = orders;
  const time = asOf === undefined ? undefined : (asOf?.getTime() ?? null);
  const known = useRef(time);
  useEffect(() => {
    // The first read runs beside the read of the state.
    if (known.current !== undefined && known.current !== time) void refetch();
    known.current = time;
  }, [time, refetch]);
  return orders;
}
