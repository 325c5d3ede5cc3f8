import type { SessionRow, User } from "@keyhold/core";
import { type HookContext, sessionModel } from "@keyhold/core/plugin";
import { deleteUser } from "@keyhold/core/users";
import { emit } from "../events.js";
import { hooksAt } from "../hooks/offers.js";
import { lockGuest } from "./guest.js";

interface SignIn {
  /** Locked. */
  readonly user: User;
  /** The session of this browser before the sign-in. */
  readonly replaced: SessionRow;
}

/**
 * Gives the data of a guest to the account to which the guest signs in, by the hooks at "anonymous.merge", and deletes
 * the guest. If a hook fails, the sign-in fails and the guest stays.
 */
export async function mergeGuest(ctx: HookContext, { user, replaced }: SignIn): Promise<void> {
  const guest = await lockGuest(ctx, replaced.userId);
  // Another request has ended the session before this request locked the guest.
  if (!guest || !(await ctx.db.exists(sessionModel, { id: replaced.id }))) return;
  for (const hook of hooksAt(ctx, "anonymous.merge")) await hook({ guest, user }, ctx);
  await deleteUser(ctx, guest);
  emit(ctx, { type: "anonymous.merged", guestId: guest.id, userId: user.id });
}
