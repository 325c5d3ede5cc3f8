import { ApiError, invalid, invalidField, notFound } from "../api-error.js";
import { type Call, ok, type Reply } from "../call.js";
import type { SeatRow, SubscriptionRow, Values } from "../data/rows.js";
import { later } from "../data/time.js";
import { emit } from "../desk.js";
import { seatBounds } from "../sales/price.js";
import { takenSeats } from "../sales/seats.js";
import { seatView } from "../views/seat.js";

const texts = [
  "subscription_id",
  "order_id",
  "email",
  "external_customer_id",
  "customer_id",
  "external_member_id",
  "member_id",
];
const fields = [...texts, "metadata", "immediate_claim"];

/** The API before versions has no seats. */
function requireSeats({ spelling }: Call): void {
  if (spelling === "2025-05") throw new ApiError(404, { detail: "Not Found" });
}

export function listSeats(call: Call): Reply {
  requireSeats(call);
  const row = subscriptionOf(call, call.query.get("subscription_id"));
  const seats = call.desk.store.all("seats").filter(({ subscription_id }) => subscription_id === row.id);
  const total = row.seats ?? 0;
  return ok({
    seats: seats.map((seat) => seatView(call.reading, seat)),
    available_seats: total - takenSeats(call.desk, row.id).length,
    total_seats: total,
  });
}

function subscriptionOf({ desk }: Call, id: unknown): SubscriptionRow {
  const row = typeof id === "string" ? desk.store.find("subscriptions", id) : undefined;
  if (!row || seatBounds(desk.store.get("products", row.product_id)) === null) throw notFound();
  return row;
}

interface Body {
  readonly subscription_id: string;
  readonly email: string | null;
  readonly external_member_id: string | null;
  readonly metadata: Values | null;
  readonly immediate_claim: boolean;
}

/** Assigns a seat to a member: 400 without a free seat, and for a member who has a seat. */
export function assignSeat(call: Call): Reply {
  requireSeats(call);
  const { desk, reading } = call;
  const { store, time } = desk;
  const body = seatBody(call);
  const row = subscriptionOf(call, body.subscription_id);
  const taken = takenSeats(desk, row.id);
  if (taken.length >= (row.seats ?? 0)) throw badRequest("SeatNotAvailable", "No seats available.");
  if (taken.some((seat) => isOf(seat, body))) throw badRequest("SeatAlreadyAssigned", "The member has a seat already.");
  const { email, external_member_id, metadata, immediate_claim: isClaimed } = body;
  const seat = store.insert("seats", {
    ...{ subscription_id: row.id, email, external_member_id, metadata, revoked_at: null },
    member_id: store.random.id(),
    status: isClaimed ? "claimed" : "pending",
    invitation_expires_at: isClaimed ? null : later(time.now(), { days: 1 }).toISOString(),
    claimed_at: isClaimed ? time.stamp() : null,
  });
  emit(desk, "customer_seat.assigned", seat.id);
  if (isClaimed) emit(desk, "customer_seat.claimed", seat.id);
  return ok(seatView(reading, seat));
}

const badRequest = (error: string, detail: string): ApiError => new ApiError(400, { error, detail });

const isOf = (seat: SeatRow, { email, external_member_id }: Body): boolean =>
  external_member_id === null
    ? email !== null && seat.email?.toLowerCase() === email.toLowerCase()
    : seat.external_member_id === external_member_id;

function seatBody({ body }: Call): Body {
  const given: Values = typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : {};
  const wrong = (name: string, type: string, msg: string) => ({ loc: ["body", name], msg, type });
  const issues = Object.keys(given)
    .filter((name) => !fields.includes(name))
    .map((name) => wrong(name, "extra_forbidden", "Extra inputs are not permitted"));
  const textIssues = texts
    .filter((name) => !isTextOrAbsent(given[name]))
    .map((name) => wrong(name, "string_type", "Input should be a valid string"));
  const { immediate_claim = false, metadata = null } = given;
  const others = [
    ...(typeof immediate_claim === "boolean"
      ? []
      : [wrong("immediate_claim", "bool_type", "Input should be a valid boolean")]),
    ...(typeof metadata === "object" && !Array.isArray(metadata)
      ? []
      : [wrong("metadata", "dict_type", "Input should be a valid dictionary")]),
  ];
  if (issues.length + textIssues.length + others.length > 0) throw invalid(...issues, ...textIssues, ...others);
  if (typeof given.subscription_id !== "string") {
    throw invalidField("subscription_id", "This provider for tests has seats of subscriptions only.");
  }
  const unsupported = ["order_id", "external_customer_id", "customer_id", "member_id"].find((name) => given[name]);
  if (unsupported)
    throw invalidField(unsupported, "This provider for tests knows members by id of the app or address.");
  if (!given.email && !given.external_member_id) throw invalidField("email", "Give an address or external_member_id.");
  return {
    subscription_id: given.subscription_id,
    email: (given.email ?? null) as string | null,
    external_member_id: (given.external_member_id ?? null) as string | null,
    metadata: metadata as Values | null,
    immediate_claim: immediate_claim as boolean,
  };
}

const isTextOrAbsent = (value: unknown): boolean => value === undefined || value === null || typeof value === "string";

export function revokeSeat(call: Call): Reply {
  requireSeats(call);
  const { desk, id, reading } = call;
  const seat = desk.store.find("seats", id);
  if (!seat) throw notFound();
  if (seat.status === "revoked") return ok(seatView(reading, seat));
  const revoked = desk.store.update("seats", id, { status: "revoked", revoked_at: desk.time.stamp() });
  emit(desk, "customer_seat.revoked", id);
  return ok(seatView(reading, revoked));
}
