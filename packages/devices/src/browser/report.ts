import { findCredential } from "@keyhold/core/passwords";
import {
  accountModel,
  type Context,
  consumeOneTimeToken,
  type OneTimeTokenKind,
  type TxContext,
  userModel,
} from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endSessions } from "@keyhold/core/session";
import { removeLaterAccounts } from "@keyhold/core/users";
import { devicesErrors } from "../errors.js";
import { emit } from "../events.js";
import type { LockedUser } from "../models.js";
import { verifiedAddress } from "./address.js";
import { endDevice } from "./end.js";

const payload = z.object({
  userId: z.string(),
  deviceId: z.string(),
  /** The address of the email. */
  email: z.string(),
  /** When the device was first seen, in milliseconds since 1970. */
  since: z.number(),
});

/** The token in the email about a new device. */
export const reportToken: OneTimeTokenKind<z.infer<typeof payload>> = {
  purpose: "device-report",
  length: 32,
  lifetimeSeconds: 7 * 86_400,
  parse: (given) => payload.parse(given),
};

/**
 * Ends the device of an email's token and all sessions of the user, removes the ways to sign in that were added since the
 * device was first seen, and the password until a reset by email: the attacker may have opened further sessions, of which
 * no email told. A forced change of the password would let an attacker who knows the password choose the new password.
 * Second factors stay: the token proves a mailbox, which alone changes no factor.
 *
 * @throws AuthError INVALID_TOKEN if the token is wrong, used or older than 7 days, or if the address of the email is not the user's any more
 */
export async function reportDevice(ctx: Context<"INVALID_TOKEN">, token: string): Promise<void> {
  await ctx.transaction(async (ctx) => {
    const taken = await consumeOneTimeToken(ctx, reportToken, token);
    const user = typeof taken === "object" ? await ctx.db.lock(userModel, taken.payload.userId) : null;
    if (typeof taken !== "object" || !user || (await verifiedAddress(ctx, user)) !== taken.payload.email)
      return ctx.fail(devicesErrors.INVALID_TOKEN);
    const { deviceId } = taken.payload;
    // Without the part of a second: databases may not store that part of what was added.
    const since = new Date(Math.floor(taken.payload.since / 1000) * 1000);
    // The row may be gone, e.g. for more than 100 later devices.
    await endDevice(ctx, user, deviceId);
    await removeLaterAccounts(ctx, user, since);
    for (const hook of ctx.hooks("email.undo")) await hook({ user, since, keepsFactors: true }, ctx);
    await removePassword(ctx, user);
    await endSessions(ctx, user, { reason: "revoked" });
    emit(ctx, { type: "device.reported", userId: user.id, deviceId });
  });
}

async function removePassword(ctx: TxContext, user: LockedUser): Promise<void> {
  const credential = await findCredential(ctx, user.id);
  if (!credential) return;
  const { id, providerId, accountId } = credential;
  await ctx.db.remove(accountModel, { id }, user);
  ctx.emit({ type: "account.unlinked", userId: user.id, providerId, accountId });
}
