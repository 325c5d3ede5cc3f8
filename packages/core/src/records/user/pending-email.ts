import type { Locked } from "../../adapter/adapter.js";
import type { Context, TxContext } from "../../contract/context.js";
import { type User, type userModel, verificationModel } from "../../model/models.js";
import { singleVerification } from "../../model/verification.js";
import { fingerprint } from "../../secret/hash.js";
import { randomText } from "../../secret/random.js";
import { credentialVersionOf } from "./credential-version.js";
import { endFact, type FactPlace, type Finder, replaceFact } from "./fact.js";

/*
 * With `user.changeEmail.switchAt: "verification"` the click at the old address changes no user: the new address is
 * pending until the confirmation (decision 0077). A single row for a user, so that a further change replaces the row.
 * Writers lock the user.
 */

export interface PendingEmail {
  /** In stored form. */
  readonly newEmail: string;
  /** Whether the old address is given up with the change. */
  readonly releases: boolean;
  /** The fingerprint of the secret in the link to the new address. */
  readonly hash: string;
  /** See `credentialVersionOf`: a new password or address ends the pending change. */
  readonly credentialVersion: string;
  /** Of the row. */
  readonly since: Date;
  readonly expiresAt: Date;
}

/** The value of the row. */
type StoredPending = Omit<PendingEmail, "since" | "expiresAt">;

const secretLength = 32;

const placeOf = ({ id }: Pick<User, "id">): FactPlace => singleVerification("pending-email", id);

/** Whether a confirmed change of address waits for the new address. */
export const switchesLate = ({ settings }: Pick<Context, "settings">): boolean =>
  settings.user.changeEmail.switchAt === "verification";

/** Makes an address the pending address of a locked user. Answers with the secret of the link. */
export async function writePendingEmail(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  { newEmail, releases }: Pick<PendingEmail, "newEmail" | "releases">,
): Promise<string> {
  const secret = randomText(secretLength);
  const pending: StoredPending = {
    newEmail,
    releases,
    hash: fingerprint(secret),
    credentialVersion: await credentialVersionOf(ctx, user),
  };
  const expiresAt = new Date(ctx.now().getTime() + ctx.settings.emailVerification.expiresInSeconds * 1000);
  await replaceFact(ctx, placeOf(user), { value: JSON.stringify(pending), expiresAt });
  return secret;
}

/** The pending change of a user; null: no change is pending. `secret`: of the link; without `secret`, by any link. */
export async function pendingEmail(
  ctx: Finder & Pick<Context, "now">,
  user: Pick<User, "id" | "email">,
  secret?: string,
): Promise<PendingEmail | null> {
  const row = await ctx.db.find(verificationModel, { identifier: placeOf(user).identifier });
  if (!row || row.expiresAt <= ctx.now()) return null;
  const pending = JSON.parse(row.value) as StoredPending;
  if (secret !== undefined && pending.hash !== fingerprint(secret)) return null;
  if (pending.credentialVersion !== (await credentialVersionOf(ctx, user))) return null;
  return { ...pending, since: row.createdAt ?? ctx.now(), expiresAt: row.expiresAt };
}

/** Ends the pending change of a locked user; answers whether a change was pending. */
export const endPendingEmail = async (ctx: TxContext, user: Locked<typeof userModel>): Promise<boolean> =>
  switchesLate(ctx) && endFact(ctx, placeOf(user));
