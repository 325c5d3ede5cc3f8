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
import { devicesErrors } from "../errors.js";
import { emit } from "../events.js";
import type { LockedUser } from "../models.js";
import { endDevice, endTrust } from "./end.js";

const payload = z.object({ userId: z.string(), deviceId: z.string() });

/** The token in the email about a new device. */
export const reportToken: OneTimeTokenKind<z.infer<typeof payload>> = {
  purpose: "device-report",
  length: 32,
  lifetimeSeconds: 7 * 86_400,
  parse: (given) => payload.parse(given),
};

/**
 * Ends the device of an email's token, with its sessions and the trust of all browsers, and removes the password until a
 * reset by email. A forced change of the password would let an attacker who knows the password choose the new password.
 *
 * @throws AuthError INVALID_TOKEN if the token is wrong, used or older than 7 days
 */
export async function reportDevice(ctx: Context<"INVALID_TOKEN">, token: string): Promise<void> {
  await ctx.transaction(async (ctx) => {
    const taken = await consumeOneTimeToken(ctx, reportToken, token);
    const user = typeof taken === "object" ? await ctx.db.lock(userModel, taken.payload.userId) : null;
    if (typeof taken !== "object" || !user) return ctx.fail(devicesErrors.INVALID_TOKEN);
    const { deviceId } = taken.payload;
    // The row may be gone, e.g. for more than 100 later devices; its sessions and the trust end nevertheless.
    await endDevice(ctx, user, deviceId);
    await endTrust(ctx, user);
    await removePassword(ctx, user);
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
