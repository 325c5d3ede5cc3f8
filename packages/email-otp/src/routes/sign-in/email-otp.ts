import { image, name, user as userSchema } from "@keyhold/core/entity-schemas";
import { signedInAnswer, signInByMailbox } from "@keyhold/core/mailbox";
import { moreAsked } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { parseEmail } from "@keyhold/core/users";
import { failCode, otp, requireCode } from "../../code/give.js";
import { endpoint } from "../../endpoint.js";
import { emailOtpErrors } from "../../errors.js";
import { challenge, codeLimit } from "../schemas.js";

export const signInEmailOtp = endpoint({
  route: "POST /sign-in/email-otp",
  access: "optional",
  challengedAction: "sign-in",
  doc: "Signs in by a code in an email, or creates the account of a new address.",
  takesUserColumns: "change",
  input: z.object({
    email: z.string(),
    otp,
    name: name.optional(),
    image: image.optional(),
    rememberMe: z.boolean().default(true),
    challenge,
  }),
  output: z.union([z.object({ token: z.string(), user: userSchema }), moreAsked]),
  errors: ["INVALID_EMAIL", "INVALID_OTP", "TOO_MANY_ATTEMPTS", "USER_ALREADY_EXISTS", "FAILED_TO_CREATE_SESSION"],
  limit: codeLimit,
  async handle({ input, userColumns, session, caller, ctx }, { disableSignUp }) {
    const { otp, name = "", image = null, rememberMe: isRemembered, challenge } = input;
    const email = parseEmail(input.email) ?? ctx.fail(emailOtpErrors.INVALID_EMAIL);
    const { value, consume } = await requireCode(ctx, { type: "sign-in", email, otp, challenge, caller });
    const signedIn = await signInByMailbox(ctx, {
      method: "email-otp",
      email,
      userId: value.userId,
      newUser: disableSignUp ? null : { ...userColumns, name, image },
      isRemembered,
      consume,
      fail: () => failCode(ctx),
      session,
      caller,
    });
    return signedInAnswer(signedIn);
  },
});
