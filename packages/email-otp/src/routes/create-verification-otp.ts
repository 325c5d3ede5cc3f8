import { challengeOf } from "@keyhold/core/mailbox";
import { ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { parseEmail } from "@keyhold/core/users";
import { typesOfBrowsers } from "../code/codes.js";
import { issueCode } from "../code/request.js";
import { endpoint } from "../endpoint.js";
import { emailOtpErrors } from "../errors.js";

export const createVerificationOtp = endpoint({
  route: "POST /create-verification-otp",
  access: "public",
  isServerOnly: true,
  doc: "Makes a code without an email, e.g. for support staff. The code works with the challenge of the answer.",
  input: z.object({ email: z.string(), type: z.enum(typesOfBrowsers) }),
  output: z.object({ otp: z.string(), challenge: z.string() }),
  errors: ["INVALID_EMAIL"],
  async handle({ input: { type, ...input }, caller, ctx }, options) {
    const email = parseEmail(input.email) ?? ctx.fail(emailOtpErrors.INVALID_EMAIL);
    const user = await ctx.db.find(userModel, { email });
    const { value: challenge, hash: asker, cookies } = challengeOf(ctx, caller);
    const asked = { type, email, asker, isKnown: true, userId: user?.id ?? null };
    const otp = await issueCode(ctx, options, asked);
    if (otp === null) throw new Error("A call of the server got no code, although the server is a known asker.");
    return ok({ otp, challenge }, cookies);
  },
});
