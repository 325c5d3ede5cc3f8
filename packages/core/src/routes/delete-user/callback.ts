import type { Caller, Context, Session } from "../../contract/context.js";
import { commonError, coreErrors } from "../../contract/errors.js";
import { ok, type PageOutcome, redirect, seeOther } from "../../contract/outcome.js";
import * as z from "../../contract/schema.js";
import { checkDeletionToken, deleteUserByToken } from "../../flows/user/delete.js";
import { confirmPage, donePage } from "../../http/confirm-page.js";
import { redirectToErrorPage, redirectWithError, withQuery } from "../../http/redirect.js";
import { sessionModel, userModel } from "../../model/models.js";
import { signedOutCookies } from "../../session/cache/signed-out.js";
import { requireOrdinary } from "../../session/ordinary.js";
import { checkStepUp } from "../../session/step-up.js";
import { endpoint } from "../endpoint.js";

const common = {
  access: "optional",
  takesNavigation: true,
  input: z.object({ token: z.string(), callbackURL: z.string().optional() }),
  output: z.object({ success: z.boolean(), message: z.string() }),
  errors: ["FAILED_TO_GET_USER_INFO", "INVALID_TOKEN"],
  redirects: ["callbackURL"],
  limit: { windowSeconds: 60, max: 20 },
} as const;

const deleted = { success: true, message: "User deleted" };

export const deleteUserCallback = endpoint({
  ...common,
  route: "GET /delete-user/callback",
  hasCall: false,
  doc: "Shows a page that deletes the account; a script deletes at once.",
  async handle({ input: { token, callbackURL }, navigation, session, caller, ctx }) {
    checkEnabled(ctx);
    try {
      if (navigation) {
        await checkDeletionToken(ctx, (await freshSession(ctx, session)).user, token);
        return askUser(ctx, { token, callbackURL });
      }
      const cookies = await deleteCaller(ctx, { session, caller, token });
      return callbackURL === undefined ? ok(deleted, cookies) : redirect(withQuery(ctx.settings, callbackURL), cookies);
    } catch (thrown) {
      return redirectWithError(ctx.settings, callbackURL, thrown);
    }
  },
});

export const postDeleteUserCallback = endpoint({
  ...common,
  route: "POST /delete-user/callback",
  hasCall: false,
  doc: "Deletes the user by the token of an email.",
  errorRedirect: redirectToErrorPage,
  async handle({ input: { token, callbackURL }, navigation, session, caller, ctx }) {
    checkEnabled(ctx);
    if (!navigation) return ok(deleted, await deleteCaller(ctx, { session, caller, token }));
    try {
      const cookies = await deleteCaller(ctx, { session, caller, token });
      if (callbackURL !== undefined) return seeOther(withQuery(ctx.settings, callbackURL), cookies);
      const explanation = `You have no account at ${ctx.settings.appName} any more.`;
      return donePage(ctx.settings, { heading: "Your account is deleted", explanation }, cookies);
    } catch (thrown) {
      return seeOther(redirectWithError(ctx.settings, callbackURL, thrown).location);
    }
  },
});

function checkEnabled({ settings }: Context): void {
  if (!settings.user.deleteUser.enabled) throw commonError("NOT_FOUND");
}

async function freshSession(ctx: Context<"FAILED_TO_GET_USER_INFO">, session: Session | null): Promise<Session> {
  if (!session) return ctx.fail(coreErrors.FAILED_TO_GET_USER_INFO);
  await requireOrdinary(ctx, session);
  await checkStepUp(ctx, session, { maxAgeSeconds: ctx.settings.session.freshAgeSeconds, factors: "enrolled" });
  return session;
}

interface Deletion {
  readonly session: Session | null;
  readonly caller: Caller;
  readonly token: string;
}

/** Answers with the cookies that end the session. */
async function deleteCaller(
  ctx: Context<"FAILED_TO_GET_USER_INFO" | "INVALID_TOKEN">,
  { session, caller, token }: Deletion,
): Promise<readonly string[]> {
  const fresh = await freshSession(ctx, session);
  const { id, userId } = fresh;
  const isDone = await ctx.transactionOn(userModel, userId, async (ctx, user) => {
    if (!(await ctx.db.exists(sessionModel, { id }))) return false;
    await deleteUserByToken(ctx, user, token);
    return true;
  });
  return isDone ? signedOutCookies(ctx, fresh, caller) : ctx.fail(coreErrors.FAILED_TO_GET_USER_INFO);
}

const askUser = (
  { settings }: Context,
  fields: { readonly token: string; readonly callbackURL: string | undefined },
): PageOutcome =>
  confirmPage(settings, {
    heading: "Delete your account?",
    explanation: `This deletes your account at ${settings.appName} with everything in it. It cannot be undone.`,
    button: "Delete my account",
    isDangerous: true,
    cancel: "Keep my account",
    path: "/delete-user/callback",
    fields,
  });
