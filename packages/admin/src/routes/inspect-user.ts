import { user } from "@keyhold/core/entity-schemas";
import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { activeSessions } from "@keyhold/core/session";
import { accountsOf, parseEmail, waysOfPlugins } from "@keyhold/core/users";
import { hasKnownOwner } from "../authority/known-owner.js";
import { endpoint } from "../endpoint.js";
import { adminErrors } from "../errors.js";
import { managedUserModel, showUser } from "../models.js";

export const inspectUser = endpoint({
  route: "POST /admin/inspect-user",
  access: "public",
  doc: "What is known of the user of an address, to decide whether `appointUser` may give the user a role; null: no user.",
  input: z.object({ email: z.string() }),
  output: z
    .object({
      user,
      hasKnownOwner: z.boolean(),
      providers: z.array(z.string()),
      otherWays: z.number(),
      sessions: z.number(),
    })
    .nullable(),
  errors: ["INVALID_EMAIL"],
  isServerOnly: true,
  async handle({ input, ctx }) {
    const email = parseEmail(input.email) ?? ctx.fail(adminErrors.INVALID_EMAIL);
    const found = await ctx.db.find(managedUserModel, { email });
    if (!found) return ok(null);
    const inspected = await ctx.transactionOn(managedUserModel, found.id, async (ctx, target) => ({
      user: showUser(ctx, target),
      hasKnownOwner: await hasKnownOwner(ctx, target),
      providers: (await accountsOf(ctx, target.id)).map(({ providerId }) => providerId),
      otherWays: await waysOfPlugins(ctx, target),
      sessions: (await activeSessions(ctx, target.id)).length,
    }));
    return ok(inspected);
  },
});
