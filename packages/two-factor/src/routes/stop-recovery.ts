import type { Session } from "@keyhold/core";
import { type Context, confirmPage, donePage, ok, redirectToErrorPage, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { twoFactorErrors } from "../errors.js";
import { emit } from "../events.js";
import { removeRecovery, userOfToken } from "../recovery/recovery.js";
import { done } from "../schemas.js";

const path = "/two-factor/stop-recovery";

export const stopRecovery = endpoint({
  route: "POST /two-factor/stop-recovery",
  access: "optional",
  allowsRecovery: true,
  isPersonal: true,
  takesNavigation: true,
  errorRedirect: redirectToErrorPage,
  doc: "Stops the recovery of a user, by the token of the email or from any session of the user.",
  input: z.object({ token: z.string().max(128).optional() }),
  output: done,
  errors: ["INVALID_TOKEN"],
  limit: { windowSeconds: 60, max: 20 },
  async handle({ input, navigation, session, ctx }) {
    const userId = await userOf(ctx, session, input.token);
    await ctx.transactionOn(userModel, userId, async (ctx) => {
      if (await removeRecovery(ctx, userId)) emit(ctx, { type: "two-factor.recovery-stopped", userId });
    });
    if (!navigation) return ok({ status: true });
    const explanation = "The second factor stays. If you did not start this, change your password now.";
    return donePage(ctx.settings, { heading: "The recovery is stopped", explanation }, []);
  },
});

export const stopRecoveryPage = endpoint({
  route: "GET /two-factor/stop-recovery",
  hasCall: false,
  access: "public",
  takesNavigation: true,
  doc: "The page behind the link of the email: a button that stops the recovery, so that no program that opens links does.",
  input: z.object({ token: z.string().max(128) }),
  output: done,
  limit: { windowSeconds: 60, max: 20 },
  handle({ input: { token }, ctx }) {
    const { appName } = ctx.settings;
    return confirmPage(ctx.settings, {
      heading: "Keep your second factor?",
      explanation: `This stops the removal of the second factor of your account at ${appName}.`,
      button: "Keep the second factor",
      path,
      fields: { token, callbackURL: undefined },
    });
  },
});

async function userOf(
  ctx: Context<"INVALID_TOKEN">,
  session: Session | null,
  token: string | undefined,
): Promise<string> {
  if (token === undefined && session) return session.userId;
  return (await userOfToken(ctx, token ?? "")) ?? ctx.fail(twoFactorErrors.INVALID_TOKEN);
}
