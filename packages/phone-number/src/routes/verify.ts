import { image, name, user as userSchema } from "@keyhold/core/entity-schemas";
import { askedOf, moreAsked, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { requireOwner, setNumber } from "../account/set-number.js";
import { signInByNumber } from "../account/sign-in.js";
import { failCode, requireCode } from "../code/give.js";
import { endpoint } from "../endpoint.js";
import { phoneNumberErrors } from "../errors.js";
import { parseNumber } from "../number/parse.js";
import { askMailbox, mailboxMethod, mailboxOf } from "../recycled/mailbox.js";
import { challenge, code, codeLimit, numberInput } from "./schemas.js";

export const verifyPhoneNumber = endpoint({
  route: "POST /phone-number/verify",
  access: "optional",
  challengedAction: "sign-in",
  doc: "Signs in by a code to a phone number, creates the account of a new number, or gives the number to the signed-in user.",
  takesUserColumns: "change",
  input: z.object({
    ...numberInput,
    code,
    disableSession: z.boolean().default(false),
    updatePhoneNumber: z.boolean().default(false),
    name: name.optional(),
    image: image.optional(),
    rememberMe: z.boolean().default(true),
    challenge,
  }),
  output: z.union([
    z.object({ status: z.boolean(), token: z.string().nullable(), user: userSchema.nullable() }),
    moreAsked,
  ]),
  errors: [
    "INVALID_PHONE_NUMBER",
    "INVALID_OTP",
    "TOO_MANY_ATTEMPTS",
    "PHONE_NUMBER_EXIST",
    "PHONE_NUMBER_IN_DOUBT",
    "USER_ALREADY_EXISTS",
    "FAILED_TO_CREATE_SESSION",
  ],
  limit: codeLimit,
  async handle({ input, userColumns, session, caller, ctx }, options) {
    const { phoneNumber, country, code, challenge, rememberMe: isRemembered, name = "", image = null } = input;
    const { number } = parseNumber(phoneNumber, country) ?? ctx.fail(phoneNumberErrors.INVALID_PHONE_NUMBER);
    const owner = input.updatePhoneNumber ? await requireOwner(ctx, session) : null;
    const given = { type: "verify", number, code, challenge, caller } as const;
    const { value, consume, asker } = await requireCode(ctx, options, given);
    const fail = (): never => failCode(ctx);
    if (owner) {
      const { user, cookies } = await setNumber(ctx, owner, { number, consume, fail, options, caller });
      return ok({ status: true, token: null, user }, cookies);
    }
    const signedIn = await signInByNumber(ctx, {
      number,
      userId: value.userId,
      newUser: options.disableSignUp ? null : { ...userColumns, name, image },
      opensSession: !input.disableSession,
      isRemembered,
      consume,
      fail,
      caller,
      options,
    });
    if (signedIn.kind === "doubtful") {
      const { user, endsAt } = signedIn;
      const to = (await mailboxOf(ctx, user)) ?? ctx.fail(phoneNumberErrors.PHONE_NUMBER_IN_DOUBT);
      const opensSession = !input.disableSession;
      await askMailbox(ctx, { number, user, to, endsAt, isRemembered, opensSession, asker });
      return ok({ twoFactorRedirect: true, twoFactorMethods: [mailboxMethod] } as const);
    }
    const { opened, user, cookies } = signedIn;
    if (opened?.kind === "asked") return askedOf({ ...opened, cookies });
    return ok({ status: true, token: opened?.token ?? null, user }, cookies);
  },
});
