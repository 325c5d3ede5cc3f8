import type { Context } from "../../contract/context.js";
import type { EmailChange } from "../../contract/entity-schemas.js";
import type { User } from "../../model/models.js";
import { earlierAddresses, recoveryOf } from "../../records/user/held-address.js";
import { pendingEmail, switchesLate } from "../../records/user/pending-email.js";

/** The change of address that waits for the confirmation of the new address; null: no such change. */
export async function unfinishedEmailChange(
  ctx: Pick<Context, "db" | "now" | "settings">,
  user: Pick<User, "id" | "email">,
): Promise<EmailChange | null> {
  const held = recoveryOf(await earlierAddresses(ctx, user.id));
  // A session may show a user from before the change was undone.
  if (held && held.email !== user.email)
    return {
      state: "held",
      oldEmail: held.email,
      newEmail: user.email,
      since: new Date(held.since),
      expiresAt: null,
    };
  const pending = switchesLate(ctx) ? await pendingEmail(ctx, user) : null;
  return (
    pending && {
      state: "pending",
      oldEmail: user.email,
      newEmail: pending.newEmail,
      since: pending.since,
      expiresAt: pending.expiresAt,
    }
  );
}
