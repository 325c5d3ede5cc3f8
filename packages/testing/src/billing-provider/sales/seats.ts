import type { SeatRow } from "../data/rows.js";
import type { Desk } from "../desk.js";

/** The seats of a subscription that are assigned. */
export const takenSeats = ({ store }: Desk, subscriptionId: string): readonly SeatRow[] =>
  store.all("seats").filter((row) => row.subscription_id === subscriptionId && row.status !== "revoked");
