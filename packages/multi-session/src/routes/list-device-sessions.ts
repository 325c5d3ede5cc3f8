import type { Session } from "@keyhold/core";
import { session as sessionSchema, user as userSchema } from "@keyhold/core/entity-schemas";
import { type Context, ok, publicRow, publicUser, sessionModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { shownToken } from "@keyhold/core/session";
import { keysOf } from "../device/key.js";
import { sessionsOf } from "../device/sessions.js";
import { endpoint } from "../endpoint.js";

export const listDeviceSessions = endpoint({
  route: "GET /multi-session/list-device-sessions",
  access: "optional",
  isPersonal: true,
  doc: "The sessions of this browser, newest first, each with its user. `session.token` names a session for the other calls.",
  input: z.object({}),
  output: z.array(z.object({ session: sessionSchema, user: userSchema, isActive: z.boolean() })),
  async handle({ session: active, caller, ctx }) {
    for (const key of keysOf(ctx, caller)) {
      const sessions = await sessionsOf(ctx, key);
      if (sessions.length > 0) return ok(listed(ctx, sessions, active));
    }
    return ok(listed(ctx, [], active));
  },
});

/** An active session from before the plugin is not in the list of the browser. */
function listed(ctx: Context, sessions: readonly Session[], active: Session | null) {
  const isListed = active === null || sessions.some(({ id }) => id === active.id);
  return (isListed ? sessions : [active, ...sessions]).map(({ user, ...row }) => ({
    session: publicRow(ctx.schema, sessionModel, { ...row, token: shownToken(row) }),
    user: publicUser(ctx, user),
    isActive: row.id === active?.id,
  }));
}
