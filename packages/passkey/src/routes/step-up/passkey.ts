import { ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { recordStepUp, steppedUp } from "@keyhold/core/session";
import { isOfSession, takeChallenges } from "../../ceremony/challenge.js";
import { checkAssertion } from "../../ceremony/check-assertion.js";
import { endpoint } from "../../endpoint.js";
import { passkeyErrors } from "../../errors.js";
import { methodsOf } from "../../passkey/methods.js";
import { noteUse } from "../../passkey/use.js";
import { authenticationResponse } from "../../schemas.js";

export const stepUpPasskey = endpoint({
  route: "POST /step-up/passkey",
  access: "session",
  isPersonal: true,
  allowsRestricted: true,
  doc: "Proves a passkey again in the caller's session: two factors if the device has verified the user, else one. A browser's session gets a new token.",
  input: z.object({ response: authenticationResponse }),
  output: steppedUp,
  errors: ["CHALLENGE_NOT_FOUND", "AUTHENTICATION_FAILED", "PASSKEY_NOT_FOUND"],
  limit: { windowSeconds: 10, max: 10 },
  async handle({ input: { response }, session, caller, ctx }, options) {
    const taken = await takeChallenges(ctx, caller, "step-up");
    const challenges = taken.challenges.filter((challenge) => isOfSession(challenge, session));
    if (challenges.length === 0) return ctx.fail(passkeyErrors.CHALLENGE_NOT_FOUND);
    const checked = await checkAssertion(ctx, options, { response, challenges, caller });
    // Another user's passkey proves another user. The passkey of a sign-up with a taken address answers alike.
    if (checked.kind === "pending" || checked.passkey.userId !== session.userId)
      return ctx.fail(passkeyErrors.AUTHENTICATION_FAILED);
    const { passkey, assertion } = checked;
    const done = await ctx.transactionOn(userModel, session.userId, async (ctx, user) => {
      if ((await noteUse(ctx, user, checked)) === "refused") return null;
      return recordStepUp(ctx, session, { caller, methods: methodsOf(passkey, assertion.userVerified) });
    });
    if (!done) return ctx.fail(passkeyErrors.AUTHENTICATION_FAILED);
    return ok(done.answer, [...done.cookies, ...taken.cookies]);
  },
});
