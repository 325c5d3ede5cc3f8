import type { SessionRow } from "@keyhold/core";
import type { Caller, HookContext } from "@keyhold/core/plugin";
import { outlivesBrowser } from "@keyhold/core/session";
import { deviceModel, deviceSessionModel } from "../models.js";
import { deviceCookieOf, keysOf, newKey } from "./key.js";
import { allSessionsOf } from "./sessions.js";

/**
 * A new key for the browser of a session that gets a new token, e.g. with a second factor: an earlier copy of the cookies
 * has neither the session with the factor nor the other sessions. Answers the cookie; no cookie if the caller has no
 * key of the session.
 */
export async function renewKey(ctx: HookContext, { id }: SessionRow, caller: Caller): Promise<readonly string[]> {
  for (const { deviceId, deviceKey: before } of keysOf(ctx, caller)) {
    const device = await ctx.db.lock(deviceModel, deviceId);
    if (device?.browserHash !== before) continue;
    const sessions = (await allSessionsOf(ctx, device)).filter(({ deviceKey }) => deviceKey === before);
    if (!sessions.some((session) => session.id === id)) continue;
    const { key, deviceKey } = newKey();
    await ctx.db.update(deviceModel, deviceId, { browserHash: deviceKey, lastSeenAt: ctx.now() });
    for (const session of sessions) await ctx.db.update(deviceSessionModel, session.id, { deviceKey });
    const isRemembered = caller.isBearer || sessions.every((session) => outlivesBrowser(ctx, session));
    return [deviceCookieOf(ctx, { deviceId, key, isRemembered })];
  }
  return [];
}
