import { z } from "zod";
import type { Context } from "../contract/context.js";
import { ok, redirect } from "../contract/outcome.js";
import { user } from "../contract/shapes.js";
import { redirectWithError, withQuery } from "../http/redirect.js";
import type { User } from "../model/models.js";
import { confirmEmailChange } from "../user/change-email.js";
import { type Follower, proveEmail, refuseToken } from "../user/prove-email.js";
import { readVerificationToken } from "../user/verification-token.js";
import { endpoint } from "./endpoint.js";

export const verifyEmail = endpoint({
  wire: "GET /verify-email",
  access: "optional",
  doc: "Proves an address by the token of a letter, or changes it by one; a second visit changes nothing.",
  input: z.object({ token: z.string(), callbackURL: z.string().optional() }),
  output: z.object({ status: z.boolean(), user: user.nullable() }),
  errors: ["COULDNT_UPDATE_YOUR_EMAIL", "INVALID_TOKEN", "TOKEN_EXPIRED", "USER_NOT_FOUND"],
  redirects: ["callbackURL"],
  limit: { windowSeconds: 60, max: 20 },
  async handle({ input, session, caller, ctx }) {
    const { callbackURL } = input;
    try {
      const { cookies, user } = await follow(ctx, input, { session, caller });
      if (callbackURL === undefined) return ok({ status: true, user }, cookies);
      return redirect(withQuery(ctx.settings, callbackURL), cookies);
    } catch (thrown) {
      return redirectWithError(ctx.settings, callbackURL, thrown);
    }
  },
});

interface Followed {
  /** The user after a change of address; null where an address was proven. */
  readonly user: User | null;
  readonly cookies: readonly string[];
}

async function follow(
  ctx: Context,
  { token: given, callbackURL }: { readonly token: string; readonly callbackURL?: string | undefined },
  follower: Follower,
): Promise<Followed> {
  const token = await readVerificationToken(ctx, given);
  if (token === "expired") return ctx.refuse("TOKEN_EXPIRED");
  if (token === "invalid") return refuseToken(ctx);
  const { newEmail } = token;
  if (newEmail === null) return { user: null, cookies: await proveEmail(ctx, token, follower) };
  return confirmEmailChange(ctx, token, { ...follower, newEmail, callbackURL });
}
