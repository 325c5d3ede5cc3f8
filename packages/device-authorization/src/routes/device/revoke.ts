import { ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endSession, requireLiveSession, shownToken, signedOutCookies } from "@keyhold/core/session";
import { endpoint } from "../../endpoint.js";
import { deviceSessions } from "../../request/devices.js";

export const revokeDevice = endpoint({
  route: "POST /device/revoke",
  access: "session",
  isPersonal: true,
  doc: "Ends the session of a device of the caller, by the `token` of `GET /device/list`.",
  input: z.object({ token: z.string().min(1).max(64) }),
  output: z.object({ status: z.boolean() }),
  async handle({ input, session, caller, ctx }) {
    const ended = await ctx.transactionOn(userModel, session.userId, async (ctx, { id: userId }) => {
      await requireLiveSession(ctx, session);
      const named = (await deviceSessions(ctx, userId)).find((row) => shownToken(row) === input.token);
      if (named) await endSession(ctx, named, "revoked");
      return named?.id ?? null;
    });
    return ok({ status: true }, ended === session.id ? signedOutCookies(ctx, session, caller) : []);
  },
});
