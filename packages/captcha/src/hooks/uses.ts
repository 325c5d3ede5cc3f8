import type { ChallengeAttempt } from "@keyhold/core";
import type { Caller, Context, Hooks } from "@keyhold/core/plugin";
import { isDue, noteSuccess } from "../failures/counts.js";
import type { CaptchaOptions } from "../options.js";
import { verify } from "../verify/verify.js";

/** The hooks of core that the plugin uses. */
export function hooksOf(options: CaptchaOptions): Partial<Pick<Hooks, "call.challenge" | "session.ask">> {
  const check = (attempt: ChallengeAttempt, ctx: Context<string>, caller: Caller): Promise<void> =>
    verify(ctx, options, { ...attempt, caller });
  const isAsked = ({ action }: ChallengeAttempt): boolean => options.actions.includes(action);
  if (options.only === "always") {
    return {
      async "call.challenge"(attempt, ctx, { caller }) {
        if (isAsked(attempt)) await check(attempt, ctx, caller);
      },
    };
  }
  return {
    async "call.challenge"(attempt, ctx, { caller, input }) {
      const { action } = attempt;
      if (isAsked(attempt) && (await isDue(ctx, { action, input, caller }))) await check(attempt, ctx, caller);
    },
    "session.ask": ({ user, caller }, ctx) => {
      ctx.later("Counting a sign-in for the CAPTCHA", (later) => noteSuccess(later, user, caller));
      return null;
    },
  };
}
