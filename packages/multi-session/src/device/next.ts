import { isAuthError, type SessionRow, type User } from "@keyhold/core";
import type { Caller, Context, TxContext } from "@keyhold/core/plugin";
import { type ActivatedSession, activateSession, hadToken, mayAct } from "@keyhold/core/session";
import { deviceModel } from "../models.js";
import { type DeviceKey, keysOf } from "./key.js";
import { isRecent, sessionsOf } from "./sessions.js";

/** The browser of a client, and the session that it leaves; null: no session. */
export interface Leaving {
  readonly left: SessionRow | null;
  readonly caller: Caller;
}

/** Makes the newest session of a locked browser active: of a user who may act. Null: the browser has no such session. */
export async function activateNewest(
  ctx: TxContext,
  key: DeviceKey,
  leaving: Leaving,
): Promise<ActivatedSession | null> {
  for (const session of await sessionsOf(ctx, key)) {
    if (!(await isAllowed(ctx, session.user))) continue;
    const active = await activateSession(ctx, session, leaving);
    if (active) return active;
  }
  return null;
}

/**
 * The next session of a browser whose active session has ended; null: no session is left, or the read was sent before a
 * switch, with the token of that time. Without the answer to a switch the browser has its next session after a minute.
 */
export async function nextOf(ctx: Context, caller: Caller): Promise<ActivatedSession | null> {
  for (const key of keysOf(ctx, caller)) {
    const next = await ctx.transactionOn(deviceModel, key.deviceId, async (ctx, device) => {
      if (isRecent(ctx, device) && (await sessionsOf(ctx, key)).some((session) => hadToken(caller, session)))
        return null;
      return activateNewest(ctx, key, { left: null, caller });
    });
    if (next) return next;
  }
  return null;
}

async function isAllowed(ctx: TxContext, user: User): Promise<boolean> {
  try {
    await mayAct(ctx, user);
    return true;
  } catch (thrown) {
    if (!isAuthError(thrown)) throw thrown;
    return false;
  }
}
