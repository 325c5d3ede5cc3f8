import { commonError, coreErrors } from "../contract/errors.js";
import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { sessionModel } from "../model/models.js";
import { verifyOwnPassword } from "../password/attempt.js";
import { whileVerified } from "../password/recheck.js";
import { noteReAuthentication } from "../session/freshness.js";
import { rotateSession } from "../session/rotate.js";
import { updateSession } from "../session/update.js";
import { endpoint } from "./endpoint.js";

export const reAuthenticate = endpoint({
  route: "POST /re-authenticate",
  access: "session",
  isPersonal: true,
  doc: "Makes the caller's session fresh by the password, without ending it; a browser's session gets a new token.",
  input: z.object({ password: z.string() }),
  output: z.object({ status: z.boolean() }),
  errors: ["CREDENTIAL_ACCOUNT_NOT_FOUND", "INVALID_PASSWORD"],
  limit: { windowSeconds: 10, max: 3 },
  hashes: true,
  async handle({ input, session, caller, ctx }) {
    const checked = await verifyOwnPassword(ctx, session.user, input.password, caller);
    const cookies = await whileVerified(ctx, checked, async (ctx, _, { password }) => {
      const present = await ctx.db.find(sessionModel, { id: session.id });
      if (!present) throw commonError("UNAUTHORIZED");
      const proof = await noteReAuthentication(ctx, session, password ?? "");
      const { ipAddress, userAgent } = caller;
      const { id: sessionId, userId } = session;
      ctx.emit({ type: "session.re-authenticated", userId, sessionId, ipAddress, userAgent });
      // Of several concurrent calls of one browser, only the first exchanges the token: a second exchange would
      // invalidate the first cookie.
      if (present.token === session.token) return rotateSession(ctx, session, caller, proof);
      if (Object.keys(proof).length > 0) await updateSession(ctx, present, proof);
      return [];
    });
    return ok({ status: true }, cookies ?? ctx.fail(coreErrors.INVALID_PASSWORD));
  },
});
