import { user as userSchema } from "@keyhold/core/entity-schemas";
import { signInWithPassword } from "@keyhold/core/passwords";
import { askedOf, moreAsked, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../endpoint.js";
import { usernameErrors } from "../../errors.js";
import { namedUserModel } from "../../models.js";
import { normaliseUsername, usernameError } from "../../username.js";

export const signInUsername = endpoint({
  route: "POST /sign-in/username",
  access: "public",
  challengedAction: "sign-in",
  doc: "Signs in with a username and a password.",
  input: z.object({ username: z.string(), password: z.string(), rememberMe: z.boolean().default(true) }),
  output: z.union([z.object({ token: z.string(), user: userSchema }), moreAsked]),
  errors: [
    "EMAIL_AND_PASSWORD_IS_NOT_ENABLED",
    "INVALID_USERNAME_OR_PASSWORD",
    "USERNAME_IS_TOO_SHORT",
    "USERNAME_IS_TOO_LONG",
    "USERNAME_IS_INVALID",
    "EMAIL_NOT_VERIFIED",
    "FAILED_TO_CREATE_SESSION",
  ],
  limit: { windowSeconds: 10, max: 3 },
  hashes: true,
  async handle({ input, caller, ctx }, options) {
    if (!ctx.settings.emailAndPassword.enabled) return ctx.fail(usernameErrors.EMAIL_AND_PASSWORD_IS_NOT_ENABLED);
    const { password, rememberMe: isRemembered } = input;
    // Keyboards of phones add a blank after a word.
    const username = input.username.trimEnd();
    if (!username || !password) return ctx.fail(usernameErrors.INVALID_USERNAME_OR_PASSWORD);
    const problem = usernameError(options, username);
    if (problem) return ctx.fail(problem);

    const name = normaliseUsername(username);
    const user = await ctx.db.find(namedUserModel, { username: name });
    const signIn = { method: "username", user, name, column: "username", password, isRemembered, caller };
    const signedIn = await signInWithPassword(ctx, signIn);
    switch (signedIn.kind) {
      case "rejected":
        if (signedIn.reason === "wrong password") return ctx.fail(usernameErrors.INVALID_USERNAME_OR_PASSWORD);
        return ctx.fail(usernameErrors.EMAIL_NOT_VERIFIED, { message: "email not verified" });
      case "asked":
        return askedOf(signedIn);
      case "opened":
        return ok({ token: signedIn.token, user: signedIn.user }, signedIn.cookies);
    }
  },
});
