import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { signedOutCookies } from "../session/cache/signed-out.js";
import { closeSession } from "../session/close.js";
import { endPendingSignIn } from "../session/pending-sign-in.js";
import { endpoint } from "./endpoint.js";

export const signOut = endpoint({
  route: "POST /sign-out",
  access: "public",
  doc: "Ends the caller's session, and a sign-in of which more is asked.",
  input: z.object({}),
  output: z.object({ success: z.boolean() }),
  async handle({ caller, ctx }) {
    const ended = await closeSession(ctx, caller);
    const pending = await endPendingSignIn(ctx, caller);
    return ok({ success: true }, [...signedOutCookies(ctx, ended, caller), ...pending]);
  },
});
