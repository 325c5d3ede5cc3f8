import type { Hooks } from "@keyhold/core/plugin";
import { isDue, noteSuccess } from "../failures/counts.js";
import type { CaptchaOptions } from "../options.js";
import { verify } from "../verify/verify.js";

/** The hooks of core that the plugin uses. */
export function hooksOf(options: CaptchaOptions): Partial<Pick<Hooks, "call.challenge" | "session.ask">> {
  if (options.only === "always")
    return { "call.challenge": (call, ctx) => asked(options, call.action, () => verify(ctx, options, call)) };
  return {
    "call.challenge": (call, ctx) =>
      asked(options, call.action, async () => {
        if (await isDue(ctx, call)) await verify(ctx, options, call);
      }),
    "session.ask": ({ user, caller }, ctx) => {
      ctx.later("Counting a sign-in for the CAPTCHA", (later) => noteSuccess(later, user, caller));
      return null;
    },
  };
}

const asked = (
  { actions }: CaptchaOptions,
  action: CaptchaOptions["actions"][number],
  check: () => Promise<void>,
): Promise<void> | undefined => (actions.includes(action) ? check() : undefined);
