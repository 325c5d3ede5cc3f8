import { isAuthError } from "@keyhold/core";
import { user as userSchema } from "@keyhold/core/entity-schemas";
import { moreAsked } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { magicLinkErrors } from "../errors.js";
import { challengesOf } from "../link/challenge.js";
import { consumeCode, findCode, isRightCode } from "../link/codes.js";
import { countCodeGuess } from "../link/guesses.js";
import { answerOf, openByLink } from "../link/open.js";

export const verifyMagicLinkCode = endpoint({
  route: "POST /magic-link/verify-code",
  access: "optional",
  challengedAction: "sign-in",
  doc: "Signs in by the code in the email of a link, in the browser that asked for the link.",
  input: z.object({ code: z.string().max(64) }),
  output: z.union([z.object({ token: z.string(), user: userSchema }), moreAsked]),
  errors: ["INVALID_OTP", "TOO_MANY_ATTEMPTS", "INVALID_TOKEN", "USER_ALREADY_EXISTS", "FAILED_TO_CREATE_SESSION"],
  limit: { windowSeconds: 60, max: 20 },
  async handle({ input, session, caller, ctx }, options) {
    for (const challenge of challengesOf(ctx, caller)) {
      const code = await findCode(ctx, challenge);
      if (!code) continue;
      const guess = await countCodeGuess(ctx, code, caller);
      if (!isRightCode(ctx, code, input.code)) {
        await guess.wrong();
        continue;
      }
      await guess.right();
      const consume = (ctx: Parameters<typeof consumeCode>[0]) => consumeCode(ctx, code);
      try {
        return answerOf(await openByLink(ctx, options, { link: code.link, consume, session, targets: {}, caller }));
      } catch (thrown) {
        // The code was used, or its link was: the answer is that of a wrong code.
        if (!isAuthError(thrown) || thrown.code !== "INVALID_TOKEN") throw thrown;
      }
    }
    return ctx.fail(magicLinkErrors.INVALID_OTP);
  },
});
