import { isAuthError } from "@keyhold/core";
import { user as userSchema } from "@keyhold/core/entity-schemas";
import { challengesOf, signedInAnswer } from "@keyhold/core/mailbox";
import { moreAsked } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { magicLinkErrors } from "../errors.js";
import { linkCodes } from "../link/links.js";
import { openByLink } from "../link/open.js";
import { challenge } from "./schemas.js";

export const verifyMagicLinkCode = endpoint({
  route: "POST /magic-link/verify-code",
  access: "optional",
  challengedAction: "sign-in",
  doc: "Signs in by the code in the email of a link, in the browser that asked for the link.",
  input: z.object({ code: z.string().max(64), challenge }),
  output: z.union([z.object({ token: z.string(), user: userSchema }), moreAsked]),
  errors: ["INVALID_OTP", "TOO_MANY_ATTEMPTS", "INVALID_TOKEN", "USER_ALREADY_EXISTS", "FAILED_TO_CREATE_SESSION"],
  limit: { windowSeconds: 60, max: 20 },
  async handle({ input: { code, challenge }, session, caller, ctx }, options) {
    for (const asker of challengesOf(ctx, caller, challenge)) {
      const guess = await linkCodes.guess(ctx, asker, { code, caller });
      if (guess.kind === "used up") return ctx.fail(magicLinkErrors.TOO_MANY_ATTEMPTS);
      if (guess.kind === "too many") {
        const headers = { "retry-after": String(guess.retryAfterSeconds) };
        return ctx.fail(magicLinkErrors.TOO_MANY_ATTEMPTS, { headers });
      }
      if (guess.kind === "wrong") continue;
      const { value: link, consume } = guess;
      try {
        return signedInAnswer(await openByLink(ctx, options, { link, consume, session, targets: {}, caller }));
      } catch (thrown) {
        // The code was used, or its link was: the answer is that of a wrong code.
        if (!isAuthError(thrown) || thrown.code !== "INVALID_TOKEN") throw thrown;
      }
    }
    return ctx.fail(magicLinkErrors.INVALID_OTP);
  },
});
