import type { Locked } from "../adapter/adapter.js";
import type { TxContext } from "../contract/context.js";
import { commonError, coreErrors } from "../contract/errors.js";
import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { verifyOwnPassword } from "../flows/password/attempt.js";
import { whileVerified } from "../flows/password/recheck.js";
import { deleteUser as deleteLocked, deleteUserByToken, requestDeletion } from "../flows/user/delete.js";
import { userModel } from "../model/models.js";
import { isPlaceholder } from "../records/user/email.js";
import { signedOutCookies } from "../session/cache/signed-out.js";
import { requireLiveSession } from "../session/close.js";
import { checkStepUp } from "../session/step-up.js";
import { endpoint } from "./endpoint.js";

export const deleteUser = endpoint({
  route: "POST /delete-user",
  access: "session",
  isPersonal: true,
  doc: "Deletes the caller by a password, a fresh session, or a link in an email.",
  input: z.object({
    callbackURL: z.string().optional(),
    password: z.string().optional(),
    token: z.string().optional(),
  }),
  output: z.object({ success: z.boolean(), message: z.string() }),
  errors: [
    "CREDENTIAL_ACCOUNT_NOT_FOUND",
    "INVALID_PASSWORD",
    "INVALID_TOKEN",
    "SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION",
  ],
  redirects: ["callbackURL"],
  limit: { windowSeconds: 10, max: 3 },
  hashes: true,
  async handle({ input: { password, token, callbackURL }, session, caller, ctx }) {
    const { enabled, confirmByMail } = ctx.settings.user.deleteUser;
    if (!enabled) throw commonError("NOT_FOUND");
    const { user } = session;
    const checked = password === undefined ? null : await verifyOwnPassword(ctx, user, password, caller);
    // A user without a mailbox confirms by a recent proof, as every user does without `confirmByMail`.
    if (token === undefined && confirmByMail && !isPlaceholder(user.email)) {
      await requestDeletion(ctx, user, callbackURL);
      return ok({ success: true, message: "Verification email sent" });
    }
    // A token alone verifies a mailbox, and an old session alone does not authenticate the present user of the browser.
    const { freshAgeSeconds, stepUpAgeSeconds } = ctx.settings.session;
    await checkStepUp(ctx, session, {
      maxAgeSeconds: token === undefined ? stepUpAgeSeconds : freshAgeSeconds,
      factors: "enrolled",
      hasPassword: checked !== null,
      error: coreErrors.SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION,
    });
    const remove = async (ctx: TxContext<"INVALID_TOKEN">, user: Locked<typeof userModel>): Promise<true> => {
      // A deletion cannot be undone: the checks from before the lock must still hold.
      await requireLiveSession(ctx, session);
      await (token === undefined ? deleteLocked(ctx, user) : deleteUserByToken(ctx, user, token));
      return true;
    };
    const isDone = checked
      ? await whileVerified(ctx, checked, remove)
      : await ctx.transactionOn(userModel, user.id, remove);
    if (!isDone && checked) return ctx.fail(coreErrors.INVALID_PASSWORD);
    if (!isDone) throw commonError("UNAUTHORIZED");
    return ok({ success: true, message: "User deleted" }, signedOutCookies(ctx, session, caller));
  },
});
