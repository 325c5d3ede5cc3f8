import { user as userSchema } from "@keyhold/core/entity-schemas";
import { askedOf, moreAsked, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { signInByMailbox } from "../account/sign-in.js";
import { failCode } from "../code/give.js";
import { endpoint } from "../endpoint.js";
import { phoneNumberErrors } from "../errors.js";
import { parseNumber } from "../number/parse.js";
import { requireMailboxCode } from "../recycled/mailbox.js";
import { challenge, code, codeLimit, numberInput } from "./schemas.js";

export const verifyEmailOfNumber = endpoint({
  route: "POST /phone-number/verify-email",
  access: "public",
  challengedAction: "sign-in",
  doc: "Signs in by the code in an email, after the code of a number that alone is not enough.",
  input: z.object({ ...numberInput, code, challenge }),
  output: z.union([
    z.object({ status: z.boolean(), token: z.string().nullable(), user: userSchema.nullable() }),
    moreAsked,
  ]),
  errors: ["INVALID_PHONE_NUMBER", "INVALID_OTP", "TOO_MANY_ATTEMPTS", "FAILED_TO_CREATE_SESSION"],
  limit: codeLimit,
  async handle({ input: { phoneNumber, country, code, challenge }, caller, ctx }) {
    const { number } = parseNumber(phoneNumber, country) ?? ctx.fail(phoneNumberErrors.INVALID_PHONE_NUMBER);
    const { value, consume } = await requireMailboxCode(ctx, { number, code, challenge, caller });
    const { opened, user, cookies } = await signInByMailbox(ctx, {
      ...value,
      number,
      consume,
      fail: () => failCode(ctx),
      caller,
    });
    if (opened?.kind === "asked") return askedOf({ ...opened, cookies });
    return ok({ status: true, token: opened?.token ?? null, user }, cookies);
  },
});
