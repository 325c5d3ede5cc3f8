import { fingerprint } from "../secret/hash.js";
import { derivedId } from "./derived-id.js";

/*
 * Several kinds of facts share the table `verification`. A row expires at `expiresAt`; the next sweep removes it.
 *
 * | fact                                        | purpose                           | name                        | id      | value                       |
 * | ------------------------------------------- | --------------------------------- | --------------------------- | ------- | --------------------------- |
 * | one-time token, secret/ticket.ts            | its kind's, e.g. "reset-password" | the secret                  | random  | payload as JSON             |
 * | lease, limit/lease.ts                       | "lease"                           | the name of the lease       | derived | random                      |
 * | unverified duplicate, user/contested.ts     | "contested"                       | user id and address as JSON | derived | empty                       |
 * | pending sign-up, user/pending-sign-up.ts    | "pending-sign-up"                 | column and value as JSON    | derived | hashes as JSON              |
 * | re-authentication, session/freshness.ts     | "re-authenticated"                | the session's id            | derived | hash of the password's hash |
 * | unconfirmed user, user/unconfirmed.ts       | "unconfirmed"                     | the user's id               | derived | empty                       |
 * | earlier addresses, user/held-address.ts     | "held"                            | the user's id               | derived | addresses as JSON           |
 * | reserved address, user/held-address.ts      | "reserved"                        | the address                 | derived | the user's id               |
 * | pending address, user/pending-email.ts      | "pending-email"                   | the user's id               | derived | new address as JSON         |
 * | replaced token, session/replaced-token.ts    | "replaced-token"                  | the hash of the token       | derived | the session's id            |
 *
 * Tokens for password reset and for user deletion have rows in the previous library's form while that library still
 * runs: user/ticket-kinds.ts.
 */

/** The `identifier` of a row: the purpose, and the hash of the name. */
export const verificationIdentifier = (purpose: string, name: string): string => `${purpose}:${fingerprint(name)}`;

/** `identifier` with a derived `id`, for facts with at most one row. */
export function singleVerification(
  purpose:
    | "lease"
    | "contested"
    | "pending-sign-up"
    | "re-authenticated"
    | "unconfirmed"
    | "held"
    | "reserved"
    | "pending-email"
    | "replaced-token",
  name: string,
): { readonly id: string; readonly identifier: string } {
  const identifier = verificationIdentifier(purpose, name);
  return { id: derivedId(identifier), identifier };
}
