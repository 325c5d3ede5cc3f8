import { AuthError, type ChallengeAttempt } from "@keyhold/core";
import { type Caller, type Context, commonErrors } from "@keyhold/core/plugin";
import { digestOf } from "../digest.js";
import { captchaErrors } from "../errors.js";
import { emit } from "../events.js";
import type { CaptchaOptions } from "../options.js";
import { askProvider, type ProviderAnswer } from "./ask-provider.js";
import { boundElsewhere } from "./bound.js";

/** A call with the response of a widget. */
interface AnsweredCall extends ChallengeAttempt {
  readonly caller: Caller;
}

/** Longer than each provider accepts a response. */
const usedOnce = { windowSeconds: 900, max: 1 };

/**
 * Checks the response of a call: used once, solved, and of this page.
 *
 * @throws AuthError MISSING_RESPONSE, VERIFICATION_FAILED; SERVICE_UNAVAILABLE while the provider does not answer if
 * `whenAway` is "closed", and while the provider rejects the secret key
 */
export async function verify(ctx: Context<string>, options: CaptchaOptions, call: AnsweredCall): Promise<void> {
  const { response, ipAddress, action, caller } = call;
  if (!response) return ctx.fail(captchaErrors.MISSING_RESPONSE);
  const key = `captcha used|${await digestOf(response)}`;
  const isFirst = (await ctx.limiter.consume(key, usedOnce)).isAllowed;
  const answer: ProviderAnswer = isFirst
    ? await askProvider(options, response, ipAddress)
    : { kind: "rejected", reason: "the response was used before" };
  switch (answer.kind) {
    case "solved": {
      const reason = boundElsewhere(answer, options, { action, entries: caller.trustedOrigins.entries });
      return reason === null ? undefined : reject(reason);
    }
    case "rejected":
      return reject(answer.reason);
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

  function reject(reason: string): never {
    emit(ctx, { type: "captcha.rejected", action, ipAddress, reason });
    ctx.advise("captcha", `A response to the CAPTCHA was rejected: ${reason}.`);
    return ctx.fail(captchaErrors.VERIFICATION_FAILED);
  }
}

const unavailable = (): AuthError =>
  new AuthError(commonErrors.SERVICE_UNAVAILABLE, { headers: { "retry-after": "5" } });
