import { AuthError, type ChallengeAttempt } from "@keyhold/core";
import { type Caller, type Context, commonErrors } from "@keyhold/core/plugin";
import { digestOf } from "../digest.js";
import { captchaErrors } from "../errors.js";
import { emit } from "../events.js";
import type { CaptchaOptions } from "../options.js";
import { askProvider, type ProviderAnswer } from "./ask-provider.js";
import { boundElsewhere } from "./bound.js";
import { rejected } from "./rejected.js";

/** Longer than each provider accepts a response. */
const usedOnce = { windowSeconds: 900, max: 1 };

/**
 * Checks the response of a call: used once, solved, and of this page.
 *
 * @throws AuthError MISSING_RESPONSE, VERIFICATION_FAILED; SERVICE_UNAVAILABLE while the provider does not answer if
 * `whenAway` is "closed", and while the provider rejects the secret key
 */
export async function verify(
  ctx: Context<string>,
  options: CaptchaOptions,
  attempt: ChallengeAttempt,
  caller: Caller,
): Promise<void> {
  const { response, ipAddress, action } = attempt;
  if (!response) return ctx.fail(captchaErrors.MISSING_RESPONSE);
  const key = `captcha used|${await digestOf(response)}`;
  const isFirst = (await ctx.limiter.consume(key, usedOnce)).isAllowed;
  const answer: ProviderAnswer = isFirst
    ? await askProvider(options, response, ipAddress)
    : { kind: "rejected", reason: "the response was used before" };
  switch (answer.kind) {
    case "solved": {
      const reason = boundElsewhere(answer, options, { action, entries: caller.trustedOrigins.entries });
      return reason === null ? undefined : rejected(ctx, attempt, reason);
    }
    case "rejected":
      return rejected(ctx, attempt, answer.reason);
    case "away":
      emit(ctx, { type: "captcha.provider-away", action, ipAddress, reason: answer.reason });
      ctx.advise("captcha", `The provider of the CAPTCHA does not answer (${answer.reason}).`);
      if (options.whenAway === "open") return;
      // The client may send the response again.
      await ctx.limiter.reset([key]);
      throw unavailable();
    case "misconfigured":
      ctx.advise(
        "captcha",
        `The provider of the CAPTCHA rejects the keys of captcha() (${answer.reason}). Compare them.`,
      );
      throw unavailable();
  }
}

const unavailable = (): AuthError =>
  new AuthError(commonErrors.SERVICE_UNAVAILABLE, { headers: { "retry-after": "5" } });
