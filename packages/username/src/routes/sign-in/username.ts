import { ok, publicUser, signInWithPassword } from "@keyhold/core";
import { user as userShape } from "@keyhold/core/shapes";
import { z } from "zod";
import { endpoint } from "../../endpoint.js";
import { namedUserModel } from "../../models.js";
import { normaliseUsername, usernameProblem } from "../../username.js";

export const signInUsername = endpoint({
  wire: "POST /sign-in/username",
  access: "public",
  doc: "Signs in with a username and a password.",
  input: z.object({ username: z.string(), password: z.string(), rememberMe: z.boolean().default(true) }),
  output: z.object({ token: z.string(), user: userShape }),
  errors: [
    "EMAIL_AND_PASSWORD_IS_NOT_ENABLED",
    "INVALID_USERNAME_OR_PASSWORD",
    "USERNAME_IS_TOO_SHORT",
    "USERNAME_IS_TOO_LONG",
    "USERNAME_IS_INVALID",
  ],
  async handle({ input, caller, ctx, fail }, options) {
    if (!ctx.settings.emailAndPassword.enabled) return fail("EMAIL_AND_PASSWORD_IS_NOT_ENABLED");
    const { password, rememberMe: isRemembered } = input;
    if (!input.username || !password) return fail("INVALID_USERNAME_OR_PASSWORD");
    const problem = usernameProblem(options, input.username);
    if (problem) return fail(problem);

    const user = await ctx.db.find(namedUserModel, { username: normaliseUsername(input.username) });
    const opened = await signInWithPassword(ctx, { method: "username", user, password, isRemembered, caller });
    if (!user || !opened) return fail("INVALID_USERNAME_OR_PASSWORD");
    return ok({ token: opened.token, user: publicUser(ctx, user) }, opened.cookies);
  },
});
