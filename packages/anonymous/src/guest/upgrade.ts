import {
  type Caller,
  defineExpiringValue,
  differences,
  fingerprint,
  type HookContext,
  publicUser,
} from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { actorOf, liveSession, mayAct } from "@keyhold/core/session";
import { claimAccount, type UpgradingSignUp } from "@keyhold/core/users";
import { anonymousErrors } from "../errors.js";
import { emit } from "../events.js";
import { guestModel, type LockedGuest } from "../models.js";
import { lockGuest } from "./guest.js";

/**
 * By the token of the guest's session: the id of the account. Requests that were on their way with this token make no
 * second account.
 */
const upgrades = defineExpiringValue("anonymous-upgrade", { lifetimeSeconds: 600, value: z.string() });

/**
 * Makes the guest of the caller the account of a sign-up; null: the caller is no guest. The id, the time of creation and
 * the columns that the draft does not name stay. The sessions and second factors of the guest end, as at a first
 * verification: another client may have made the guest, and planted the session in this browser.
 *
 * @throws AuthError ANONYMOUS_USER_HAS_SIGNED_UP if another request of the guest was first, or the error of "user.act"
 */
export async function upgradeGuest(
  ctx: HookContext,
  { draft, caller, onConflict }: UpgradingSignUp,
): Promise<LockedGuest | null> {
  // A new guest.
  if (draft.isAnonymous === true) return null;
  const session = await liveSession(ctx, caller);
  // An administrator who acts in the place of a guest makes no account of the guest.
  if (session && actorOf(ctx, session) !== null) return null;
  const guest = session && (await lockGuest(ctx, session.userId));
  if (!guest) return noUpgrade(ctx, caller);
  await mayAct(ctx, guest);
  for (const token of tokensOf(caller)) await upgrades.put(ctx, fingerprint(token), guest.id);
  const claimed = await claimAccount(ctx, guest, { passwordHash: null, reason: "replaced" });
  const { id: _, createdAt: __, ...given } = draft;
  const change = { ...given, isAnonymous: false };
  const updated = await ctx.db.update(guestModel, guest.id, change, { onConflict });
  if (!updated) throw new Error("A locked guest was gone.");
  const user = { ...guest, ...updated };
  const shown = publicUser(ctx, user);
  const changed = differences(claimed, change).filter((column) => column in shown && column !== "updatedAt");
  ctx.emit({ type: "user.updated", user: shown, changed });
  emit(ctx, { type: "anonymous.upgraded", user: shown });
  return user;
}

async function noUpgrade(ctx: HookContext, caller: Caller): Promise<null> {
  for (const token of tokensOf(caller))
    if (await upgrades.find(ctx, fingerprint(token))) ctx.fail(anonymousErrors.ANONYMOUS_USER_HAS_SIGNED_UP);
  return null;
}

const tokensOf = ({ sessionToken, newestToken }: Caller): readonly string[] =>
  [sessionToken, newestToken].filter((token) => token !== null);
