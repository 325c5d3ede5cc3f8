import type { Session } from "@keyhold/core";
import { type Caller, type Context, ok, sessionModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endSession, signedOutCookies } from "@keyhold/core/session";
import { keysOf, leftDeviceCookie } from "../device/key.js";
import { activateNewest } from "../device/next.js";
import { findNamed, sessionsOf } from "../device/sessions.js";
import { endpoint } from "../endpoint.js";
import { multiSessionErrors } from "../errors.js";
import { deviceModel } from "../models.js";
import { sessionToken } from "./schemas.js";

export const revoke = endpoint({
  route: "POST /multi-session/revoke",
  access: "optional",
  isPersonal: true,
  doc: "Ends a session of this browser. After the active session the newest session of the browser is active.",
  input: z.object({ sessionToken }),
  output: z.object({ status: z.boolean() }),
  errors: ["INVALID_SESSION_TOKEN"],
  async handle({ input, session: active, caller, ctx }) {
    const cookies = await end(ctx, { name: input.sessionToken, active, caller });
    return cookies ? ok({ status: true }, cookies) : ctx.fail(multiSessionErrors.INVALID_SESSION_TOKEN);
  },
});

interface Ending {
  readonly name: string;
  /** The active session; null: the browser is signed out. */
  readonly active: Session | null;
  readonly caller: Caller;
}

/** Ends the session with a name; answers with the cookies, or null: the browser has no such session. */
async function end(ctx: Context, { name, active, caller }: Ending): Promise<readonly string[] | null> {
  for (const key of keysOf(ctx, caller)) {
    const cookies = await ctx.transactionOn(deviceModel, key.deviceId, async (ctx) => {
      const session = findNamed(await sessionsOf(ctx, key), name);
      if (!session) return null;
      const isActive = session.id === active?.id;
      await endSession(ctx, session, isActive ? "signed out" : "revoked");
      if (!isActive) return [];
      const next = await activateNewest(ctx, key, { left: session, caller });
      return next?.cookies ?? [...signedOutCookies(ctx, session, caller), ...leftDeviceCookie(ctx, caller)];
    });
    if (cookies) return cookies;
  }
  if (!active || !findNamed([active], name)) return null;
  // A concurrent call has ended the session, and its answer has the cookies of the next session.
  if (!(await ctx.db.exists(sessionModel, { id: active.id }))) return [];
  await endSession(ctx, active, "signed out");
  return signedOutCookies(ctx, active, caller);
}
