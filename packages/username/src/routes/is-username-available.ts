import { commonErrors, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { namedUserModel } from "../models.js";
import { normaliseUsername, usernameError } from "../username.js";

export const isUsernameAvailable = endpoint({
  route: "POST /is-username-available",
  access: "public",
  doc: "Answers whether a username is free, by the rules of a sign-up.",
  input: z.object({ username: z.string() }),
  output: z.object({ available: z.boolean() }),
  errors: ["USERNAME_IS_TOO_SHORT", "USERNAME_IS_TOO_LONG", "USERNAME_IS_INVALID"],
  // A form asks while the user types. A list of names takes an attacker longer.
  limit: { windowSeconds: 60, max: 30 },
  async handle({ input: { username }, session, ctx }, options) {
    const { disableSignUp } = ctx.settings.emailAndPassword;
    if (options.disableAvailabilityCheck || (disableSignUp && !session)) return ctx.fail(commonErrors.NOT_FOUND);
    const problem = usernameError(options, username);
    if (problem) return ctx.fail(problem);
    const owner = await ctx.db.find(namedUserModel, { username: normaliseUsername(username) });
    return ok({ available: owner === null });
  },
});
