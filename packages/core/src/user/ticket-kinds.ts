import type { User } from "../model/models.js";
import type { PreviousForm, TicketKind } from "../secret/ticket.js";
import { accountStamp } from "./account-stamp.js";

/** What every ticket about a user says: whose it is, and how their account stood when it was issued. */
export interface UserTicket {
  /** Null in a ticket that was issued to nobody, so that an unknown address costs the same. */
  readonly userId: string | null;
  /** See `accountStamp`. Null in a row that the previous library wrote, or can read: those say nothing of it. */
  readonly stamp: string | null;
}

/** Whether a ticket is of this user, whose account stands as it did when the ticket was issued. */
export const isTicketOf = async (
  ctx: Parameters<typeof accountStamp>[0],
  user: Pick<User, "id" | "email">,
  ticket: UserTicket | null,
): Promise<boolean> =>
  ticket?.userId === user.id && (ticket.stamp === null || ticket.stamp === (await accountStamp(ctx, user)));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function parseUserTicket(payload: unknown): UserTicket {
  if (!isObject(payload) || !(payload.stamp === null || typeof payload.stamp === "string")) {
    throw new Error("A ticket is not about a user.");
  }
  return { userId: typeof payload.userId === "string" ? payload.userId : null, stamp: payload.stamp };
}

/** As better-auth 1.2 writes them: the value of a row is the id of the user. */
const previousForm = (prefix: string): PreviousForm => ({
  prefix,
  write: (payload) => parseUserTicket(payload).userId ?? "",
  read: (value) => ({ userId: value || null, stamp: null }),
});

/** 24 characters. */
export const resetPasswordTicket = (lifetimeSeconds: number): TicketKind<UserTicket> => ({
  purpose: "reset-password",
  length: 24,
  lifetimeSeconds,
  parse: parseUserTicket,
  previous: previousForm("reset-password:"),
});

/** 32 characters. */
export const deleteAccountTicket = (lifetimeSeconds: number): TicketKind<UserTicket> => ({
  purpose: "delete-account",
  length: 32,
  lifetimeSeconds,
  parse: parseUserTicket,
  previous: previousForm("delete-account-"),
});

/** 32 characters, carried by a signed token that names the user: it says nothing but that it was not used. */
export const verifyEmailTicket = (lifetimeSeconds: number): TicketKind<true> => ({
  purpose: "verify-email",
  length: 32,
  lifetimeSeconds,
  parse: () => true,
});

export interface EmailChangeTicket extends UserTicket {
  /** In its stored form. It stands here alone, and not in the link. */
  readonly newEmail: string;
}

function parseEmailChange(payload: unknown): EmailChangeTicket {
  if (!isObject(payload) || typeof payload.newEmail !== "string") throw new Error("A ticket names no new address.");
  return { ...parseUserTicket(payload), newEmail: payload.newEmail };
}

/** 32 characters, carried by a signed token that names the user. */
export const changeEmailTicket = (lifetimeSeconds: number): TicketKind<EmailChangeTicket> => ({
  purpose: "change-email",
  length: 32,
  lifetimeSeconds,
  parse: parseEmailChange,
});
