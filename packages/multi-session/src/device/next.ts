import { isAuthError, type SessionRow, type User } from "@keyhold/core";
import { type Caller, type Context, defineExpiringValue, fingerprint, type TxContext } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { type ActivatedSession, activateSession, hadToken, mayAct } from "@keyhold/core/session";
import { deviceModel } from "../models.js";
import { type DeviceKey, keysOf } from "./key.js";
import { isParked, isRecent, sessionsOf } from "./sessions.js";

/** The browser of a client, and the session that it leaves; null: no session. */
export interface Leaving {
  readonly left: SessionRow | null;
  readonly caller: Caller;
}

/**
 * Makes the newest parked session of a locked browser active: of a user who may act. Null: the browser has no such
 * session. A session with a token stays: a copy of the cookies from before a new token, e.g. after a second factor, would
 * get the session with the factor.
 */
export async function activateNewest(
  ctx: TxContext,
  key: DeviceKey,
  leaving: Leaving,
): Promise<ActivatedSession | null> {
  for (const session of await sessionsOf(ctx, key)) {
    if (!isParked(session) || !(await isAllowed(ctx, session.user))) continue;
    const active = await activateSession(ctx, session, leaving);
    if (active) return active;
  }
  return null;
}

/** By the token of a session that has ended: the id of the next session, for calls of one time. */
const moves = defineExpiringValue("multi-session-next", { lifetimeSeconds: 60, value: z.string() });

/**
 * The next session of a browser whose active session has ended; null: no session is left, or the read was sent before a
 * switch, with the token of that time. Without the answer to a switch the browser has its next session after a minute.
 */
export async function nextOf(ctx: Context, caller: Caller): Promise<ActivatedSession | null> {
  for (const key of keysOf(ctx, caller)) {
    const next = await ctx.transactionOn(deviceModel, key.deviceId, async (ctx, device) => {
      const sessions = await sessionsOf(ctx, key);
      if (isRecent(ctx, device) && sessions.some((session) => hadToken(caller, session))) return null;
      const { sessionToken } = caller;
      const place = sessionToken === null ? null : fingerprint(sessionToken);
      const moved = place === null ? null : await moves.find(ctx, place);
      const present = sessions.find(({ id }) => id === moved?.value);
      if (present) return activateSession(ctx, present, { left: null, caller });
      const next = await activateNewest(ctx, key, { left: null, caller });
      if (next && place !== null) await moves.put(ctx, place, next.session.id);
      return next;
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
