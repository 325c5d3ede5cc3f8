import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { signedOutCookies } from "../session/cache/signed-out.js";
import { closeSession } from "../session/close.js";
import { endPendingSignIn } from "../session/pending-sign-in.js";
import { nextSession } from "../session/several.js";
import { endpoint } from "./endpoint.js";

export const signOut = endpoint({
  route: "POST /sign-out",
  access: "public",
  doc: "Ends the session, or an unfinished sign-in; with `only` no other account.",
  input: z.object({ only: z.literal("active").optional() }),
  output: z.object({ success: z.boolean() }),
  async handle({ input, caller, ctx }) {
    const ended = await closeSession(ctx, caller);
    const pending = await endPendingSignIn(ctx, caller);
    const next = input.only === "active" ? await nextSession(ctx, caller) : null;
    if (next) return ok({ success: true }, [...next.cookies, ...pending]);
    const others: string[] = [];
    for (const hook of ctx.hooks("sign-out")) others.push(...(await hook(caller, ctx)));
    return ok({ success: true }, [...signedOutCookies(ctx, ended, caller), ...others, ...pending]);
  },
});
