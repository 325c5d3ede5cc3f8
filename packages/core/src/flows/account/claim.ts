import type { Locked } from "../../adapter/adapter.js";
import type { TxContext } from "../../contract/context.js";
import type { SessionEnd } from "../../contract/events.js";
import { userModel } from "../../model/models.js";
import { accountsOf, maxAccounts } from "../../records/account/list.js";
import { removeAccounts } from "../../records/account/remove.js";
import { type PasswordChannel, scopeOf } from "../../records/credential/channel.js";
import { createCredential } from "../../records/credential/credential.js";
import { endSessions } from "../../session/close.js";
import { settleUnconfirmed } from "../verification/unconfirmed.js";
import { claims } from "./claims.js";

/** Options of `claimAccount`. */
export interface AccountClaim {
  /** The hash of the only password afterwards; null: no password until the owner requests a password by email. */
  readonly passwordHash: string | null;
  /** What that password was set by. Default: neither mailbox nor phone. */
  readonly setBy?: readonly PasswordChannel[];
  /** The id of the account that verified the address, to be kept. Default: every account is removed. */
  readonly keep?: string;
  /** Whether second factors stay, which no mailbox removes. Default false. */
  readonly keepsFactors?: boolean;
  /** The reason in the events of the ended sessions. */
  readonly reason: SessionEnd;
}

/**
 * Gives an account to the user who has just verified the address, if earlier credentials may belong to an attacker who
 * signed up with the address (pre-hijacking): passwords, linked accounts, credentials of plugins and sessions are
 * removed. Answers with the user as the hooks have left the row, e.g. without second factors.
 */
export async function claimAccount(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  { passwordHash, setBy = [], keep, keepsFactors, reason }: AccountClaim,
): Promise<Locked<typeof userModel>> {
  // With a factor that stays, e.g. a passkey, an attacker may still sign in: the address gives no rights yet.
  if (!keepsFactors) await settleUnconfirmed(ctx, user);
  await endSessions(ctx, user, { reason });
  await claims.put(ctx, user.id, "");
  await removeOthers(ctx, user, keep, passwordHash !== null && "credential");
  for (const hook of ctx.hooks("account.claim")) await hook(user, ctx, keepsFactors);
  if (passwordHash !== null) await createCredential(ctx, user, passwordHash, scopeOf(setBy));
  return { ...user, ...(await ctx.db.find(userModel, { id: user.id })) };
}

/** Removes all accounts except the given account, page by page, without a maximum. */
async function removeOthers(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  keep: string | undefined,
  replaced: string | false,
): Promise<void> {
  for (;;) {
    const page = await accountsOf(ctx, user.id);
    const leaving = page.filter(({ id }) => id !== keep);
    await removeAccounts(ctx, user, leaving, replaced);
    if (page.length < maxAccounts) return;
  }
}
