import type { User } from "../../model/models.js";
import type { OneTimeTokenKind, PreviousForm } from "../one-time-token.js";
import { credentialVersionOf } from "./credential-version.js";

/** The payload of every one-time token of a user: the user, and the credential version at the time of issue. */
export interface UserToken {
  /** Null in a token without a user, so that an unknown address costs as much as a known address. */
  readonly userId: string | null;
  /** See `credentialVersionOf`. Null in a row that the previous library wrote or can read: such rows have no version. */
  readonly credentialVersion: string | null;
}

/** Whether a one-time token belongs to this user, with an unchanged credential version. */
export const isTokenOf = async (
  ctx: Parameters<typeof credentialVersionOf>[0],
  user: Pick<User, "id" | "email">,
  oneTimeToken: UserToken | null,
): Promise<boolean> =>
  oneTimeToken?.userId === user.id &&
  (oneTimeToken.credentialVersion === null ||
    oneTimeToken.credentialVersion === (await credentialVersionOf(ctx, user)));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function parseUserToken(payload: unknown): UserToken {
  if (!isObject(payload) || !(payload.credentialVersion === null || typeof payload.credentialVersion === "string")) {
    throw new Error("The payload of a one-time token has no user.");
  }
  return {
    userId: typeof payload.userId === "string" ? payload.userId : null,
    credentialVersion: payload.credentialVersion,
  };
}

/** The form of better-auth 1.2: the value of a row is the id of the user. */
const previousForm = (prefix: string): PreviousForm => ({
  prefix,
  write: (payload) => parseUserToken(payload).userId ?? "",
  read: (value) => ({ userId: value || null, credentialVersion: null }),
});

/** 24 characters. */
export const resetPasswordToken = (lifetimeSeconds: number): OneTimeTokenKind<UserToken> => ({
  purpose: "reset-password",
  length: 24,
  lifetimeSeconds,
  parse: parseUserToken,
  previous: previousForm("reset-password:"),
});

/** 32 characters. */
export const deleteAccountToken = (lifetimeSeconds: number): OneTimeTokenKind<UserToken> => ({
  purpose: "delete-account",
  length: 32,
  lifetimeSeconds,
  parse: parseUserToken,
  previous: previousForm("delete-account-"),
});

/**
 * 32 characters, inside a signed token with the user's id. The payload is whether a session that the link opens outlives
 * the browser.
 */
export const verifyEmailToken = (lifetimeSeconds: number): OneTimeTokenKind<boolean> => ({
  purpose: "verify-email",
  length: 32,
  lifetimeSeconds,
  parse: (payload) => payload !== false,
});

export interface EmailChangeToken extends UserToken {
  /** In stored form. Only the row contains the address, not the link. */
  readonly newEmail: string;
  /** Whether the old address is given up with the confirmation of the new address. */
  readonly releases: boolean;
  /** How many factors the user had enrolled. 2 for a link of an earlier version of this library: such a link is valid. */
  readonly factors: 1 | 2;
}

function parseEmailChange(payload: unknown): EmailChangeToken {
  if (!isObject(payload) || typeof payload.newEmail !== "string")
    throw new Error("The payload of a one-time token has no new address.");
  const { newEmail, releases, factors } = payload;
  return { ...parseUserToken(payload), newEmail, releases: releases === true, factors: factors === 1 ? 1 : 2 };
}

/** 32 characters, inside a signed token with the user's id. */
export const changeEmailToken = (lifetimeSeconds: number): OneTimeTokenKind<EmailChangeToken> => ({
  purpose: "change-email",
  length: 32,
  lifetimeSeconds,
  parse: parseEmailChange,
});
