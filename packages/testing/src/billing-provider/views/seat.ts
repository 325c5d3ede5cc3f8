import type { SeatRow } from "../data/rows.js";
import { type Json, type Reading, stampsOf } from "./reading.js";

/** A seat, and the member who has it. */
export function seatView({ store }: Reading, row: SeatRow): Json {
  const { customer_id } = store.get("subscriptions", row.subscription_id);
  const email = row.email ?? `${row.member_id}@members.example`;
  return {
    ...stampsOf(row),
    subscription_id: row.subscription_id,
    order_id: null,
    status: row.status,
    customer_id,
    member_id: row.member_id,
    member: {
      id: row.member_id,
      created_at: row.created_at,
      modified_at: null,
      customer_id,
      email,
      name: null,
      external_id: row.external_member_id,
      role: "member",
    },
    email: row.email,
    customer_email: row.email,
    invitation_token_expires_at: row.invitation_expires_at,
    claimed_at: row.claimed_at,
    revoked_at: row.revoked_at,
    seat_metadata: row.metadata,
  };
}
