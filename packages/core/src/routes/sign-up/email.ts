import { moreAsked } from "../../contract/asked.js";
import { image, name, user } from "../../contract/entity-schemas.js";
import { coreErrors } from "../../contract/errors.js";
import { askedOf, ok } from "../../contract/outcome.js";
import * as z from "../../contract/schema.js";
import { signUp } from "../../flows/sign-up/sign-up.js";
import { parseMailbox } from "../../records/user/email.js";
import { endpoint } from "../endpoint.js";

export const signUpEmail = endpoint({
  route: "POST /sign-up/email",
  access: "public",
  challengedAction: "sign-up",
  doc: "Creates a user with a password, and signs the user in.",
  takesUserColumns: "sign-up",
  input: z.object({
    name,
    email: z.string(),
    password: z.string(),
    image: image.optional(),
    callbackURL: z.string().optional(),
    rememberMe: z.boolean().default(true),
  }),
  output: z.union([z.object({ token: z.string().nullable(), user }), moreAsked]),
  errors: [
    "EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED",
    "INVALID_EMAIL",
    "PASSWORD_TOO_SHORT",
    "PASSWORD_TOO_LONG",
    "PASSWORD_TOO_COMMON",
    "PASSWORD_COMPROMISED",
    "USER_ALREADY_EXISTS",
    "FAILED_TO_CREATE_SESSION",
  ],
  redirects: ["callbackURL"],
  limit: [
    { windowSeconds: 10, max: 3 },
    { windowSeconds: 3600, max: 30 },
  ],
  emailsGivenAddress: true,
  hashes: true,
  async handle({ input, userColumns, signUpFields, caller, ctx }) {
    const { enabled, disableSignUp } = ctx.settings.emailAndPassword;
    if (!enabled || disableSignUp) return ctx.fail(coreErrors.EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED);
    const email = parseMailbox(input.email);
    if (!email) return ctx.fail(coreErrors.INVALID_EMAIL);

    const person = { ...userColumns, name: input.name, email };
    const { password, rememberMe: isRemembered, callbackURL } = input;
    const now = ctx.now();
    const draft = { ...person, image: input.image ?? null, createdAt: now, updatedAt: now };
    const given = { draft, fields: signUpFields, password, isRemembered, callbackURL, caller };
    const { token, user, asked, cookies } = await signUp(ctx, given);
    return asked ? askedOf({ asked, cookies }, { token, user }) : ok({ token, user }, cookies);
  },
});
