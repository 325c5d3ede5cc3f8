import { fingerprint } from "../secret/hash.js";
import { derivedId } from "./derived-id.js";

/*
 * Three kinds of facts share the table `verification`. A row ends at `expiresAt`; the next sweep removes it.
 *
 * | fact                                 | purpose                              | name                        | id      | value           |
 * | ------------------------------------ | ------------------------------------ | --------------------------- | ------- | --------------- |
 * | one-time token, secret/ticket.ts     | its kind's, e.g. "reset-password"    | the secret                  | random  | payload as JSON |
 * | lease, limit/lease.ts                | "lease"                              | the name of the lease       | derived | random          |
 * | contested address, user/contested.ts | "contested"                          | user id and address as JSON | derived | empty           |
 */

/** The `identifier` of a row: its purpose, and the hash of its name. */
export const verificationIdentifier = (purpose: string, name: string): string => `${purpose}:${fingerprint(name)}`;

/** The same with the id of a row of which there is one at most. */
export function singleVerification(
  purpose: "lease" | "contested",
  name: string,
): { readonly id: string; readonly identifier: string } {
  const identifier = verificationIdentifier(purpose, name);
  return { id: derivedId(identifier), identifier };
}
