import type { Locked } from "../../adapter/adapter.js";
import { pagesOf } from "../../adapter/pages.js";
import type { Context, Session, TxContext } from "../../contract/context.js";
import { coreErrors } from "../../contract/errors.js";
import type { Row } from "../../model/model.js";
import { accountModel, type User, userModel } from "../../model/models.js";
import { removeAccounts } from "../../records/account/remove.js";
import { credentialOf } from "../../records/credential/credential.js";
import {
  changeEarlier,
  type EarlierAddress,
  earlierAddresses,
  readUndoToken,
  recoveryOf,
} from "../../records/user/held-address.js";
import { endPendingEmail, pendingEmail, switchesLate } from "../../records/user/pending-email.js";
import { publicUser } from "../../records/user/public.js";
import { invalidateSessionCache } from "../../session/cache/invalidate.js";
import { endSessions } from "../../session/close.js";
import { withLiveUser } from "../../session/live-user.js";

/**
 * Undoes a change of address by the token of the email to the earlier address, which is the confirmed address again.
 * What was added to the account since the change ends, with all sessions. No session opens.
 *
 * @throws AuthError INVALID_TOKEN
 */
export async function undoEmailChange(ctx: Context<"INVALID_TOKEN">, token: string): Promise<void> {
  const read = await readUndoToken(ctx, token);
  const isUndone = await ctx.transactionOn(userModel, read?.userId ?? "", async (ctx, user) => {
    const found = await readUndoToken(ctx, token);
    if (!found) return false;
    await undo(ctx, user, found.address);
    return true;
  });
  if (!isUndone) ctx.fail(coreErrors.INVALID_TOKEN);
}

/**
 * Brings the held address of a locked user back, in a session of the user. Answers with the user; null: no address is
 * held. `failTaken`: another library, which knows no reservation, has given the address to another user.
 */
export async function restoreAddress(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  failTaken: () => never,
): Promise<User | null> {
  const held = recoveryOf(await earlierAddresses(ctx, user.id));
  return held && restore(ctx, user, held, failTaken);
}

/**
 * Brings the held address of the caller back, or ends the pending change.
 *
 * @throws AuthError COULDNT_UPDATE_YOUR_EMAIL if no address is held or pending, or another user has the held address,
 * UNAUTHORIZED
 */
export async function cancelEmailChange(ctx: Context<"COULDNT_UPDATE_YOUR_EMAIL">, session: Session): Promise<void> {
  const restored = await withLiveUser(ctx, session, async (ctx, user) => {
    const failTaken = () => ctx.fail(coreErrors.COULDNT_UPDATE_YOUR_EMAIL);
    if ((await restoreAddress(ctx, user, failTaken)) !== null) return true;
    const isPending = switchesLate(ctx) && (await pendingEmail(ctx, user)) !== null;
    if (isPending) await endPendingEmail(ctx, user);
    return isPending;
  });
  if (!restored) ctx.fail(coreErrors.COULDNT_UPDATE_YOUR_EMAIL);
}

/**
 * Brings an earlier address of a locked user back, and ends what was added to the account since the change.
 *
 * @throws AuthError INVALID_TOKEN if another user has the address by another library
 */
export async function undo(
  ctx: TxContext<"INVALID_TOKEN">,
  user: Locked<typeof userModel>,
  address: EarlierAddress,
): Promise<Locked<typeof userModel>> {
  await restore(ctx, user, address, () => ctx.fail(coreErrors.INVALID_TOKEN));
  const since = new Date(address.since);
  await removeLaterAccounts(ctx, user, since);
  for (const hook of ctx.hooks("email.undo")) await hook({ user, since }, ctx);
  await endSessions(ctx, user, { reason: "email change undone" });
  return { ...user, ...(await ctx.db.find(userModel, { id: user.id })) };
}

async function restore(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  { email, since }: EarlierAddress,
  failTaken: () => never,
): Promise<User> {
  await invalidateSessionCache(ctx, user.id);
  await endPendingEmail(ctx, user);
  await changeEarlier(ctx, user, (earlier) => earlier.filter((one) => one.since < since));
  const change = { email, emailVerified: true, updatedAt: ctx.now() };
  const restored = await ctx.db.update(userModel, user.id, change, { onConflict: failTaken });
  if (!restored) throw new Error("A locked user could not be changed.");
  const shown = publicUser(ctx, restored);
  ctx.emit({ type: "email.changed", user: shown, oldEmail: user.email });
  ctx.emit({ type: "email.change-undone", user: shown, undoneEmail: user.email });
  return restored;
}

/** Removes the accounts of a locked user that were added since. A password counts as added at its last change. */
export async function removeLaterAccounts(ctx: TxContext, user: Locked<typeof userModel>, since: Date): Promise<void> {
  const { providerId } = credentialOf(user.id);
  const isLater = (account: Row<typeof accountModel>): boolean =>
    (account.providerId === providerId ? account.updatedAt : account.createdAt) >= since;
  const later: Row<typeof accountModel>[] = [];
  for await (const page of pagesOf(ctx.db, accountModel, { userId: user.id })) later.push(...page.filter(isLater));
  await removeAccounts(ctx, user, later);
}
