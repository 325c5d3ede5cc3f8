import type { BillingProvider, ProviderSeat, SeatMember } from "../provider/billing-provider.js";
import { BillingProviderError } from "../provider/error.js";
import type { PolarRequest, Send } from "./request.js";

/** The seats of subscriptions. */
export function seatsOf({ send }: { readonly send: Send }): BillingProvider["seats"] {
  const path = "/v1/customer-seats";
  const one = async (request: PolarRequest): Promise<ProviderSeat> => seatOf(request, await send(request));
  return {
    assign: (subscriptionId, member) =>
      one({ method: "POST", path, body: { subscription_id: subscriptionId, ...bodyOf(member), immediate_claim: true } })
        // The provider's answer if no seat is free, and if the member has a seat.
        .catch((error: unknown) => {
          if (!(error instanceof BillingProviderError) || error.status !== 400) throw error;
          throw new BillingProviderError(`POST ${path}`, { reason: "conflict", status: 400, cause: error });
        }),
    revoke: (id) => one({ method: "DELETE", path: `${path}/{id}`, id }),
    list: async (subscriptionId) => {
      const request = { method: "GET", path, query: { subscription_id: subscriptionId } } as const;
      const { seats, available_seats, total_seats } = Object(await send(request));
      if (!Array.isArray(seats)) throw unreadable(request);
      const items = seats.map((seat: unknown) => seatOf(request, seat));
      return { items, availableCount: Number(available_seats), totalCount: Number(total_seats) };
    },
  };
}

const bodyOf = ({ externalMemberId, email }: SeatMember): object => ({
  ...(externalMemberId !== undefined && { external_member_id: externalMemberId }),
  ...(email !== undefined && { email }),
});

/** An answer that cannot be read does not undo what was written. */
const unreadable = ({ method, path }: PolarRequest): BillingProviderError =>
  new BillingProviderError(`${method} ${path}`, { reason: "unavailable", mayHaveHappened: method !== "GET" });

function seatOf(request: PolarRequest, json: unknown): ProviderSeat {
  const { id, subscription_id, status, member, email, created_at, claimed_at, revoked_at } = Object(json);
  if (typeof id !== "string" || typeof status !== "string") throw unreadable(request);
  return {
    id,
    subscriptionId: subscription_id ?? null,
    status,
    externalMemberId: Object(member).external_id ?? null,
    email: email ?? null,
    createdAt: new Date(created_at),
    claimedAt: dateOf(claimed_at),
    revokedAt: dateOf(revoked_at),
  };
}

const dateOf = (value: unknown): Date | null => (typeof value === "string" ? new Date(value) : null);
