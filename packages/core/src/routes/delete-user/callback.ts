import { z } from "zod";
import type { Context, Session } from "../../contract/context.js";
import { commonError } from "../../contract/errors.js";
import { ok, redirect } from "../../contract/outcome.js";
import { redirectWithError, withQuery } from "../../http/redirect.js";
import { sessionModel, userModel } from "../../model/models.js";
import { clearedCookies } from "../../session/cookie.js";
import { isFresh } from "../../session/freshness.js";
import { deleteUserByToken } from "../../user/delete.js";
import { endpoint } from "../endpoint.js";

export const deleteUserCallback = endpoint({
  wire: "GET /delete-user/callback",
  access: "optional",
  doc: "Deletes the caller by the token of a letter; takes their own fresh session, too.",
  input: z.object({ token: z.string(), callbackURL: z.string().optional() }),
  output: z.object({ success: z.boolean(), message: z.string() }),
  errors: ["FAILED_TO_GET_USER_INFO", "INVALID_TOKEN"],
  redirects: ["callbackURL"],
  limit: { windowSeconds: 60, max: 20 },
  async handle({ input: { token, callbackURL }, session, caller, ctx, fail }) {
    if (!ctx.settings.user.deleteUser.enabled) throw commonError("NOT_FOUND");
    try {
      if (!session || !(await deleteCaller(ctx, session, token))) return fail("FAILED_TO_GET_USER_INFO");
    } catch (thrown) {
      return redirectWithError(ctx.settings, callbackURL, thrown);
    }
    const gone = clearedCookies(ctx, caller);
    return callbackURL === undefined
      ? ok({ success: true, message: "User deleted" }, gone)
      : redirect(withQuery(ctx.settings, callbackURL), gone);
  },
});

/** Whether there was still somebody to delete, signed in. */
async function deleteCaller(ctx: Context, session: Session, token: string): Promise<boolean | null> {
  if (!isFresh(ctx, session)) throw commonError("SESSION_IS_NOT_FRESH");
  return ctx.within(userModel, session.userId, async (ctx, user) => {
    if (!(await ctx.db.exists(sessionModel, { id: session.id }))) return false;
    await deleteUserByToken(ctx, user, token);
    return true;
  });
}
