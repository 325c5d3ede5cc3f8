import { z } from "zod";
import { createCredential, hashPassword, passwordLengthProblem } from "../../account/credential.js";
import { safeRedirect } from "../../http/redirect.js";
import { ok } from "../../outcome.js";
import { openSession } from "../../session/open.js";
import { image, name, user } from "../../shapes.js";
import { createUser } from "../../user/create.js";
import { parseEmail } from "../../user/email.js";
import { publicUser } from "../../user/public.js";
import { endpoint } from "../endpoint.js";

export const signUpEmail = endpoint({
  wire: "POST /sign-up/email",
  access: "public",
  doc: "Creates a user with an e-mail address and a password, and signs them in.",
  takesUserColumns: true,
  input: z.object({
    name,
    email: z.string(),
    password: z.string(),
    image: image.optional(),
    callbackURL: z.string().optional(),
    rememberMe: z.boolean().default(true),
  }),
  output: z.object({ token: z.string().nullable(), user }),
  errors: [
    "EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED",
    "INVALID_CALLBACKURL",
    "INVALID_EMAIL",
    "PASSWORD_TOO_SHORT",
    "PASSWORD_TOO_LONG",
    "USER_ALREADY_EXISTS",
  ],
  async handle({ input, userColumns, caller, ctx, fail }) {
    const { enabled, disableSignUp, autoSignIn } = ctx.settings.emailAndPassword;
    if (!enabled || disableSignUp) return fail("EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED");
    if (input.callbackURL && !safeRedirect(input.callbackURL, ctx.settings)) return fail("INVALID_CALLBACKURL");
    const email = parseEmail(input.email);
    if (!email) return fail("INVALID_EMAIL");
    const problem = passwordLengthProblem(ctx, input.password);
    if (problem) return fail(problem);

    // Before the transaction, and for a taken address, too: no lock waits for it and its time tells nothing.
    const hash = await hashPassword(ctx, input.password);
    return ctx.atomically(async (ctx) => {
      const now = ctx.now();
      const draft = {
        ...userColumns,
        name: input.name,
        email,
        image: input.image ?? null,
        createdAt: now,
        updatedAt: now,
      };
      const created = await createUser(ctx, draft);
      await createCredential(ctx, created, hash);
      const shown = publicUser(ctx, created);
      if (!autoSignIn) return ok({ token: null, user: shown });
      const { token, cookies } = await openSession(ctx, created, {
        method: "email",
        isNewUser: true,
        isRemembered: input.rememberMe,
        caller,
      });
      return ok({ token, user: shown }, cookies);
    });
  },
});
