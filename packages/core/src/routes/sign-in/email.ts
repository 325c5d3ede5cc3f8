import { moreAsked } from "../../contract/asked.js";
import { user as userSchema } from "../../contract/entity-schemas.js";
import { coreErrors } from "../../contract/errors.js";
import { askedOf, ok } from "../../contract/outcome.js";
import * as z from "../../contract/schema.js";
import { signInWithPassword } from "../../flows/password/sign-in.js";
import { userModel } from "../../model/models.js";
import { parseEmail } from "../../records/user/email.js";
import { userRecoveredBy } from "../../records/user/held-address.js";
import { endpoint } from "../endpoint.js";

export const signInEmail = endpoint({
  route: "POST /sign-in/email",
  access: "public",
  challengedAction: "sign-in",
  doc: "Signs in with an email address and a password.",
  input: z.object({
    email: z.string(),
    password: z.string(),
    callbackURL: z.string().optional(),
    rememberMe: z.boolean().default(true),
  }),
  output: z.union([
    z.object({ redirect: z.boolean(), token: z.string(), url: z.string().optional(), user: userSchema }),
    moreAsked,
  ]),
  errors: [
    "EMAIL_AND_PASSWORD_IS_NOT_ENABLED",
    "INVALID_EMAIL",
    "INVALID_EMAIL_OR_PASSWORD",
    "EMAIL_NOT_VERIFIED",
    "FAILED_TO_CREATE_SESSION",
  ],
  redirects: ["callbackURL"],
  limit: { windowSeconds: 10, max: 3 },
  hashes: true,
  async handle({ input, caller, ctx }) {
    if (!ctx.settings.emailAndPassword.enabled) return ctx.fail(coreErrors.EMAIL_AND_PASSWORD_IS_NOT_ENABLED);
    const email = parseEmail(input.email);
    if (!email) return ctx.fail(coreErrors.INVALID_EMAIL);

    const user = (await ctx.db.find(userModel, { email })) ?? (await userRecoveredBy(ctx, email));
    const { password, rememberMe: isRemembered, callbackURL } = input;
    const method = "email";
    const signIn = { method, user, name: email, column: "email", password, isRemembered, callbackURL, caller };
    const signedIn = await signInWithPassword(ctx, signIn);
    switch (signedIn.kind) {
      case "rejected":
        if (signedIn.reason === "email not verified") return ctx.fail(coreErrors.EMAIL_NOT_VERIFIED);
        return ctx.fail(coreErrors.INVALID_EMAIL_OR_PASSWORD);
      case "asked":
        return askedOf(signedIn);
      case "opened": {
        const answer = { redirect: callbackURL !== undefined, token: signedIn.token, user: signedIn.user };
        return ok(callbackURL === undefined ? answer : { ...answer, url: callbackURL }, signedIn.cookies);
      }
    }
  },
});
