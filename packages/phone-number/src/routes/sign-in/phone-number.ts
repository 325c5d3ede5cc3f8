import { user as userSchema } from "@keyhold/core/entity-schemas";
import { signInWithPassword } from "@keyhold/core/passwords";
import { askedOf, moreAsked, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { holderOf } from "../../account/holder.js";
import { endpoint } from "../../endpoint.js";
import { phoneNumberErrors } from "../../errors.js";
import { parseNumber } from "../../number/parse.js";
import { numberInput } from "../schemas.js";

export const signInPhoneNumber = endpoint({
  route: "POST /sign-in/phone-number",
  access: "public",
  challengedAction: "sign-in",
  doc: "Signs in with a verified phone number and a password.",
  input: z.object({ ...numberInput, password: z.string(), rememberMe: z.boolean().default(true) }),
  output: z.union([z.object({ token: z.string(), user: userSchema }), moreAsked]),
  errors: [
    "EMAIL_AND_PASSWORD_IS_NOT_ENABLED",
    "INVALID_PHONE_NUMBER",
    "INVALID_PHONE_NUMBER_OR_PASSWORD",
    "EMAIL_NOT_VERIFIED",
    "FAILED_TO_CREATE_SESSION",
  ],
  limit: { windowSeconds: 10, max: 3 },
  hashes: true,
  async handle({ input, caller, ctx }) {
    if (!ctx.settings.emailAndPassword.enabled) return ctx.fail(phoneNumberErrors.EMAIL_AND_PASSWORD_IS_NOT_ENABLED);
    const { phoneNumber, country, password, rememberMe: isRemembered } = input;
    const { number } = parseNumber(phoneNumber, country) ?? ctx.fail(phoneNumberErrors.INVALID_PHONE_NUMBER);
    if (!password) return ctx.fail(phoneNumberErrors.INVALID_PHONE_NUMBER_OR_PASSWORD);
    const user = await holderOf(ctx, number);
    const signIn = {
      method: "phone-number",
      user,
      name: number,
      column: "phoneNumber",
      password,
      isRemembered,
      caller,
    };
    const signedIn = await signInWithPassword(ctx, signIn);
    switch (signedIn.kind) {
      case "rejected":
        if (signedIn.reason === "wrong password") return ctx.fail(phoneNumberErrors.INVALID_PHONE_NUMBER_OR_PASSWORD);
        return ctx.fail(phoneNumberErrors.EMAIL_NOT_VERIFIED);
      case "asked":
        return askedOf(signedIn);
      case "opened":
        return ok({ token: signedIn.token, user: signedIn.user }, signedIn.cookies);
    }
  },
});
