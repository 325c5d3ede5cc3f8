import { useUI } from "../context.js";
import type { BillingOwner, Subscription } from "./types.js";

/** How the seats of a subscription and the members of the organization belong together; null: not sold by seats. */
export type SeatKind = "members" | "limit" | null;

/** How the seats of a subscription are counted. Null until the products are read. */
export function useSeatKind({ productId }: Subscription): SeatKind {
  const { client } = useUI();
  const products = client.useBillingProducts().data?.products ?? [];
  return products.find(({ id }) => id === productId)?.seats ?? null;
}

/** Whether the owner may change the number of seats: not of a subscription that ends, or whose payment failed. */
export const canChangeSeats = (
  owner: BillingOwner,
  kind: SeatKind,
  { seats, endsAt, isPastDue }: Subscription,
): boolean => kind === "limit" && seats !== null && endsAt === null && !isPastDue && owner.can("change");
