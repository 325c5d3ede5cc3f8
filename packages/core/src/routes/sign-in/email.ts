import { z } from "zod";
import { signInWithPassword } from "../../account/credential.js";
import { safeRedirect } from "../../http/redirect.js";
import { userModel } from "../../model/models.js";
import { ok } from "../../outcome.js";
import { user as userShape } from "../../shapes.js";
import { parseEmail } from "../../user/email.js";
import { publicUser } from "../../user/public.js";
import { endpoint } from "../endpoint.js";

export const signInEmail = endpoint({
  wire: "POST /sign-in/email",
  access: "public",
  doc: "Signs in with an e-mail address and a password.",
  input: z.object({
    email: z.string(),
    password: z.string(),
    callbackURL: z.string().optional(),
    rememberMe: z.boolean().default(true),
  }),
  output: z.object({ redirect: z.boolean(), token: z.string(), url: z.string().optional(), user: userShape }),
  errors: ["EMAIL_AND_PASSWORD_IS_NOT_ENABLED", "INVALID_CALLBACKURL", "INVALID_EMAIL", "INVALID_EMAIL_OR_PASSWORD"],
  async handle({ input, caller, ctx, fail }) {
    if (!ctx.settings.emailAndPassword.enabled) return fail("EMAIL_AND_PASSWORD_IS_NOT_ENABLED");
    const url = input.callbackURL ? safeRedirect(input.callbackURL, ctx.settings) : undefined;
    if (url === null) return fail("INVALID_CALLBACKURL");
    const email = parseEmail(input.email);
    if (!email) return fail("INVALID_EMAIL");

    const user = await ctx.db.find(userModel, { email });
    const { password, rememberMe: isRemembered } = input;
    const opened = await signInWithPassword(ctx, { method: "email", user, password, isRemembered, caller });
    if (!user || !opened) return fail("INVALID_EMAIL_OR_PASSWORD");
    const answer = { redirect: url !== undefined, token: opened.token, user: publicUser(ctx, user) };
    return ok(url === undefined ? answer : { ...answer, url }, opened.cookies);
  },
});
