import type { ChallengeAttempt } from "@keyhold/core";
import type { Context } from "@keyhold/core/plugin";
import { captchaErrors } from "../errors.js";
import { emit } from "../events.js";

/**
 * Rejects a response. `reason` is for the log and the event; the client does not learn the reason.
 *
 * @throws AuthError VERIFICATION_FAILED
 */
export function rejected(ctx: Context<string>, { action, ipAddress }: ChallengeAttempt, reason: string): never {
  emit(ctx, { type: "captcha.rejected", action, ipAddress, reason });
  ctx.advise("captcha", `A response to the CAPTCHA was rejected: ${reason}.`);
  return ctx.fail(captchaErrors.VERIFICATION_FAILED);
}
