import { type Context, type TxContext, userModel } from "@keyhold/core/plugin";
import { isUnconfirmed, recoveryAddress } from "@keyhold/core/users";
import { hooksAt } from "../hooks/offers.js";
import type { BillingOwner } from "../provider/owner.js";
import { mailboxOf } from "./mailbox.js";

/** An owner as the app has it now. */
export interface PresentOwner {
  /** Null without a name. */
  readonly name: string | null;
  /**
   * The verified address of a user. Null: no address is verified, another person may have made the account, or the owner is
   * an organization.
   */
  readonly mailbox: string | null;
}

/** An owner as the app has it now; null: there is no such owner. */
export async function presentOwner(
  ctx: Context | TxContext,
  { ownerKind, ownerId }: BillingOwner,
): Promise<PresentOwner | null> {
  if (ownerKind === "user") {
    const user = await ctx.db.find(userModel, { id: ownerId });
    if (!user) return null;
    // Until the user has signed in with a changed address, the earlier one is the user's.
    const held = await recoveryAddress(ctx, user);
    const mailbox = held ?? ((await isUnconfirmed(ctx, user)) ? null : mailboxOf(user));
    return { name: user.name || null, mailbox };
  }
  const hooks = hooksAt(ctx, "organization.name");
  for (const nameOf of hooks) {
    const name = await nameOf(ownerId, ctx);
    if (name !== null) return { name: name || null, mailbox: null };
  }
  // Without the plugin the app has no organizations to ask about.
  return hooks.length === 0 ? { name: null, mailbox: null } : null;
}
