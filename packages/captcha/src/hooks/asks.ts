import type { ChallengeAttempt } from "@keyhold/core";
import type { Caller, Context, Hooks } from "@keyhold/core/plugin";
import type { AskingOptions } from "../asking.js";
import { count, noteSuccess } from "../failures/counts.js";

/** Checks the response of a call, or fails. */
export type Check = (ctx: Context<string>, attempt: ChallengeAttempt, caller: Caller) => Promise<void>;

/** The hooks of core by which a call is checked before its route, if a response is due. */
export function asks(
  { actions, only }: AskingOptions,
  check: Check,
): Partial<Pick<Hooks, "call.challenge" | "session.ask">> {
  const isAsked = ({ action }: ChallengeAttempt): boolean => actions.includes(action);
  if (only === "always") {
    return {
      async "call.challenge"(attempt, ctx, { caller }) {
        if (isAsked(attempt)) await check(ctx, attempt, caller);
      },
    };
  }
  /** The callers of the counted sign-ins that run now. */
  const tries = new WeakSet<Caller>();
  return {
    async "call.challenge"(attempt, ctx, { caller, input }) {
      const { action } = attempt;
      if (!isAsked(attempt)) return;
      const { isDue, isTry } = await count(ctx, { action, input, caller });
      if (isTry) tries.add(caller);
      if (isDue) await check(ctx, attempt, caller);
    },
    "session.ask": ({ user, caller }, ctx) => {
      // A change of the second factors, a guest or a sign-up was no try, and raises nothing.
      if (!tries.delete(caller)) return null;
      ctx.later("Counting a sign-in for the CAPTCHA", (later) => noteSuccess(later, user, caller));
      return null;
    },
  };
}
