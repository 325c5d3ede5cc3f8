import type { TicketKind } from "../secret/ticket.js";

/** What every ticket about a user says: whose it is, and how their account stood when it was issued. */
export interface UserTicket {
  /** Null in a ticket that was issued to nobody, so that an unknown address costs the same. */
  readonly userId: string | null;
  /** See `accountStamp`. */
  readonly stamp: string;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function parseUserTicket(payload: unknown): UserTicket {
  if (!isObject(payload) || typeof payload.stamp !== "string") throw new Error("A ticket is not about a user.");
  return { userId: typeof payload.userId === "string" ? payload.userId : null, stamp: payload.stamp };
}

/** 24 characters. */
export const resetPasswordTicket = (lifetimeSeconds: number): TicketKind<UserTicket> => ({
  purpose: "reset-password",
  length: 24,
  lifetimeSeconds,
  parse: parseUserTicket,
});

/** 32 characters. */
export const deleteAccountTicket = (lifetimeSeconds: number): TicketKind<UserTicket> => ({
  purpose: "delete-account",
  length: 32,
  lifetimeSeconds,
  parse: parseUserTicket,
});

/** 32 characters, carried by a signed token that names user and address: it says nothing but that it was not used. */
export const verifyEmailTicket = (lifetimeSeconds: number): TicketKind<true> => ({
  purpose: "verify-email",
  length: 32,
  lifetimeSeconds,
  parse: () => true,
});

/** 32 characters, carried by a signed token that names user, present address and new one. */
export const changeEmailTicket = (lifetimeSeconds: number): TicketKind<UserTicket> => ({
  purpose: "change-email",
  length: 32,
  lifetimeSeconds,
  parse: parseUserTicket,
});
