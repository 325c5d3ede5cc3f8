import type { Ask } from "../contract/asked.js";
import type { Caller, Context } from "../contract/context.js";
import { type User, userModel } from "../model/models.js";
import { enrolledFactors } from "./step-up.js";

/**
 * What the hooks at "session.ask" ask of a user after the password, of the factors that no column of the user names. A
 * change of the factors calls `factorsAsked`: with the cookie and the password alone an attacker would add a factor of
 * their own.
 *
 * @returns an empty list for a user of "step-up.factors" 2: routes with access "step-up" ask that user for the factor
 */
export async function factorsAsked(ctx: Context, user: User, caller: Caller): Promise<readonly Ask[]> {
  const hooks = ctx.hooks("session.ask");
  if (hooks.length === 0 || (await enrolledFactors(ctx, user)) === 2) return [];
  const asked = await ctx.transactionOn(userModel, user.id, async (ctx, user) => {
    const asks: Ask[] = [];
    for (const hook of hooks) {
      const signIn = { user, method: "re-authentication", methods: ["pwd"], isNewUser: false, caller } as const;
      const answer = await hook(signIn, ctx);
      if (answer && "methods" in answer) asks.push(answer);
    }
    return asks;
  });
  return asked ?? [];
}
