import type { Session } from "@keyhold/core";
import { session as sessionSchema, user as userSchema } from "@keyhold/core/entity-schemas";
import {
  type Caller,
  type Context,
  ok,
  publicRow,
  publicUser,
  sessionModel,
  type TxContext,
} from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { activateSession, endSession, mayAct, parkSession, tokenFor } from "@keyhold/core/session";
import { type DeviceKey, keysOf } from "../device/key.js";
import { findNamed, sessionsOf } from "../device/sessions.js";
import { endpoint } from "../endpoint.js";
import { multiSessionErrors } from "../errors.js";
import { deviceModel } from "../models.js";
import { sessionToken } from "./schemas.js";

export const setActive = endpoint({
  route: "POST /multi-session/set-active",
  access: "optional",
  isPersonal: true,
  doc: "Makes another session of this browser active.",
  input: z.object({ sessionToken }),
  output: z.object({ session: sessionSchema, user: userSchema }),
  errors: ["INVALID_SESSION_TOKEN"],
  async handle({ input, session: left, caller, ctx }) {
    const chosen = await choose(ctx, { name: input.sessionToken, left, caller });
    if (!chosen) return ctx.fail(multiSessionErrors.INVALID_SESSION_TOKEN);
    const { user, ...row } = chosen.session;
    const token = tokenFor(ctx, caller, { row, ownToken: chosen.token });
    const shown = publicRow(ctx.schema, sessionModel, { ...row, token });
    return ok({ session: shown, user: publicUser(ctx, user) }, chosen.cookies);
  },
});

interface Choice {
  readonly name: string;
  /** The active session; null: the browser is signed out. */
  readonly left: Session | null;
  readonly caller: Caller;
}

interface Chosen {
  readonly session: Session;
  readonly token: string | null;
  readonly cookies: readonly string[];
}

async function choose(ctx: Context, choice: Choice): Promise<Chosen | null> {
  const { left, caller } = choice;
  if (left && findNamed([left], choice.name)) return { session: left, token: null, cookies: [] };
  for (const key of keysOf(ctx, caller)) {
    const chosen = await ctx.transactionOn(deviceModel, key.deviceId, (ctx) => activate(ctx, key, choice));
    if (chosen) return chosen;
  }
  return null;
}

/** A session outside of the list ends, as at a sign-in. */
async function activate(ctx: TxContext, key: DeviceKey, { name, left, caller }: Choice): Promise<Chosen | null> {
  const sessions = await sessionsOf(ctx, key);
  const chosen = findNamed(sessions, name);
  if (!chosen) return null;
  await mayAct(ctx, chosen.user);
  const isListed = sessions.some(({ id }) => id === left?.id);
  if (left && isListed) await parkSession(ctx, left);
  else if (left) await endSession(ctx, left, "replaced");
  await ctx.db.update(deviceModel, key.deviceId, { lastSeenAt: ctx.now() });
  return activateSession(ctx, chosen, { left, caller });
}
