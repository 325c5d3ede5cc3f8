import type { User } from "@keyhold/core";
import { type Caller, type HookContext, sessionModel } from "@keyhold/core/plugin";
import { actorOf, liveSession } from "@keyhold/core/session";
import { deleteUser } from "@keyhold/core/users";
import { emit } from "../events.js";
import { hooksAt } from "../hooks/offers.js";
import { lockGuest } from "./guest.js";

interface SignIn {
  /** Locked. */
  readonly user: User;
  readonly caller: Caller;
}

/**
 * Gives the data of a guest to the account to which the guest signs in, by the hooks at "anonymous.merge", and deletes
 * the guest. If a hook fails, the sign-in fails and the guest stays.
 */
export async function mergeGuest(ctx: HookContext, { user, caller }: SignIn): Promise<void> {
  const session = await liveSession(ctx, caller);
  // An administrator who acts in the place of a guest moves no data of the guest.
  if (!session || actorOf(ctx, session) !== null) return;
  const guest = await lockGuest(ctx, session.userId);
  // Another request has ended the session before this request locked the guest.
  if (!guest || !(await ctx.db.exists(sessionModel, { id: session.id }))) return;
  for (const hook of hooksAt(ctx, "anonymous.merge")) await hook({ guest, user }, ctx);
  await deleteUser(ctx, guest);
  emit(ctx, { type: "anonymous.merged", guestId: guest.id, userId: user.id });
}
