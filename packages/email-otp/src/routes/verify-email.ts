import { user as userSchema } from "@keyhold/core/entity-schemas";
import { verifyAddress } from "@keyhold/core/mailbox";
import { askedOf, moreAsked, ok, publicUser, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { parseEmail } from "@keyhold/core/users";
import { failCode, otp, requireCode } from "../code/give.js";
import { endpoint } from "../endpoint.js";
import { emailOtpErrors } from "../errors.js";
import { challenge, codeLimit } from "./schemas.js";

export const verifyEmailByOtp = endpoint({
  route: "POST /email-otp/verify-email",
  access: "optional",
  doc: "Verifies an address by a code in an email, with the effect of the link of the verification email.",
  input: z.object({ email: z.string(), otp, challenge, rememberMe: z.boolean().default(true) }),
  output: z.union([z.object({ status: z.boolean(), token: z.string().nullable(), user: userSchema }), moreAsked]),
  errors: ["INVALID_EMAIL", "INVALID_OTP", "TOO_MANY_ATTEMPTS", "FAILED_TO_CREATE_SESSION"],
  limit: codeLimit,
  async handle({ input: { otp, challenge, rememberMe: isRemembered, ...input }, session, caller, ctx }) {
    const email = parseEmail(input.email) ?? ctx.fail(emailOtpErrors.INVALID_EMAIL);
    const { value, consume } = await requireCode(ctx, { type: "email-verification", email, otp, challenge, caller });
    const verified = await ctx.transactionOn(userModel, value.userId ?? "", async (ctx, user) => {
      if (user.email !== email || !(await consume(ctx))) return failCode(ctx);
      const follower = { session, callbackURL: undefined, isRemembered, caller };
      const { opened, cookies } = await verifyAddress(ctx, user, follower);
      const shown = publicUser(ctx, { ...user, emailVerified: true });
      return { opened, cookies, user: shown };
    });
    const { opened, cookies, user } = verified ?? failCode(ctx);
    if (opened?.kind === "asked") return askedOf({ ...opened, cookies });
    return ok({ status: true, token: opened?.token ?? null, user }, cookies);
  },
});
