import { after, type TxContext } from "@keyhold/core/plugin";
import { endPendingSignIns, endSession } from "@keyhold/core/session";
import { deviceModel, deviceSessionModel, type LockedUser } from "../models.js";
import { hadDevices } from "./known.js";

const pageLength = 500;

/** Removes a device of a locked user and ends the sessions of the device; false: the user has no such device. */
export async function endDevice(ctx: TxContext, user: LockedUser, deviceId: string): Promise<boolean> {
  const removed = await ctx.db.remove(deviceModel, { id: deviceId, userId: user.id }, user);
  if (removed > 0) await hadDevices.put(ctx, user.id, "");
  await endSessionsOf(ctx, user, deviceId);
  return removed > 0;
}

/** Forgets the devices of a locked user that were first seen since a time. The caller ends their sessions. */
export async function forgetLater(ctx: TxContext, user: LockedUser, since: Date): Promise<void> {
  const firstSeenAt = after(new Date(since.getTime() - 1));
  const removed = await ctx.db.remove(deviceModel, { userId: user.id, firstSeenAt }, user);
  if (removed > 0) await hadDevices.put(ctx, user.id, "");
}

/**
 * Ends what browsers of a user carry beside sessions, e.g. the trust of two-factor. A trusted browser has no link to a
 * device, so the trust of all browsers ends.
 */
export async function endTrust(ctx: TxContext, user: LockedUser): Promise<void> {
  await endPendingSignIns(ctx, user);
  for (const hook of ctx.hooks("trust.end")) await hook(user, ctx);
}

async function endSessionsOf(ctx: TxContext, user: LockedUser, deviceId: string): Promise<void> {
  for (;;) {
    const page = await ctx.db.list(
      deviceSessionModel,
      { userId: user.id, userDeviceId: deviceId },
      { orderBy: "id", limit: pageLength },
    );
    for (const session of page) await endSession(ctx, session, "revoked");
    if (page.length < pageLength) return;
  }
}
