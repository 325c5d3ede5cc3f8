import type { Locked } from "../../adapter/adapter.js";
import { defineExpiringValue, type Finder } from "../../adapter/expiring-value.js";
import type { Context, TxContext } from "../../contract/context.js";
import * as z from "../../contract/schema.js";
import type { User, userModel } from "../../model/models.js";
import { fingerprint } from "../../secret/hash.js";
import { randomText } from "../../secret/random.js";
import { credentialVersionOf } from "./credential-version.js";

/*
 * With `user.changeEmail.switchAt: "verification"` the click at the old address changes no user: the new address is
 * pending until the confirmation (decision 0077). A single row for a user, so that a further change replaces the row.
 * Writers lock the user.
 */

const storedPending = z.object({
  /** In stored form. */
  newEmail: z.string(),
  /** Whether the old address is given up with the change. */
  releases: z.boolean(),
  /** The fingerprint of the secret in the link to the new address. */
  hash: z.string(),
  /** See `credentialVersionOf`: a new password or address ends the pending change. */
  credentialVersion: z.string(),
  /** How many factors the user had enrolled. Absent: the change is from an earlier version of this library. */
  factors: z.number().optional(),
});

export interface PendingEmail extends Readonly<z.infer<typeof storedPending>> {
  /** Of the row. */
  readonly since: Date;
  readonly expiresAt: Date;
}

/** By the id of the user, as long as the link. */
const pendingEmails = defineExpiringValue("pending-email", { lifetimeSeconds: null, value: storedPending });

const secretLength = 32;

/** Whether a confirmed change of address waits for the new address. */
export const switchesLate = ({ settings }: Pick<Context, "settings">): boolean =>
  settings.user.changeEmail.switchAt === "verification";

/** Makes an address the pending address of a locked user. Answers with the secret of the link. */
export async function writePendingEmail(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  { newEmail, releases, factors }: Pick<PendingEmail, "newEmail" | "releases" | "factors">,
): Promise<string> {
  const secret = randomText(secretLength);
  const pending = {
    newEmail,
    releases,
    factors,
    hash: fingerprint(secret),
    credentialVersion: await credentialVersionOf(ctx, user),
  };
  const expiresAt = new Date(ctx.now().getTime() + ctx.settings.emailVerification.expiresInSeconds * 1000);
  await pendingEmails.put(ctx, user.id, pending, expiresAt);
  return secret;
}

/** The pending change of a user; null: no change is pending. `secret`: of the link; without `secret`, by any link. */
export async function pendingEmail(
  ctx: Finder & Pick<Context, "now">,
  user: Pick<User, "id" | "email">,
  secret?: string,
): Promise<PendingEmail | null> {
  const found = await pendingEmails.find(ctx, user.id);
  if (!found) return null;
  const { value: pending, createdAt, expiresAt } = found;
  if (secret !== undefined && pending.hash !== fingerprint(secret)) return null;
  if (pending.credentialVersion !== (await credentialVersionOf(ctx, user))) return null;
  return { ...pending, since: createdAt ?? ctx.now(), expiresAt };
}

/** Ends the pending change of a locked user; answers whether a change was pending. */
export const endPendingEmail = async (ctx: TxContext, user: Locked<typeof userModel>): Promise<boolean> =>
  switchesLate(ctx) && pendingEmails.end(ctx, user.id);
