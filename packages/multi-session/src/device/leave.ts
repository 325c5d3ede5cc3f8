import { before, type Caller, type Context, removePages } from "@keyhold/core/plugin";
import { endSession } from "@keyhold/core/session";
import { deviceModel } from "../models.js";
import { keysOf, leftDeviceCookie } from "./key.js";
import { allSessionsOf, beginningOf } from "./sessions.js";

/** Ends all sessions of a browser; answers the removal of its cookie. */
export async function leaveDevice(ctx: Context, caller: Caller): Promise<readonly string[]> {
  for (const { deviceId, deviceKey } of keysOf(ctx, caller))
    await ctx.transactionOn(deviceModel, deviceId, async (ctx, device) => {
      const isNewest = device.browserHash === deviceKey;
      for (const session of await allSessionsOf(ctx, device))
        if (isNewest || session.deviceKey === deviceKey) await endSession(ctx, session, "signed out");
      if (isNewest) await ctx.db.remove(deviceModel, { id: deviceId });
    });
  return leftDeviceCookie(ctx, caller);
}

/** Removes browsers without a sign-in since the absolute end of their sessions. */
export const removeDevices = async (ctx: Context): Promise<void> =>
  void (await removePages(ctx.db, deviceModel, { lastSeenAt: before(beginningOf(ctx)) }));
