import type { User } from "@keyhold/core";
import { after, type HookContext, type PluginHooks } from "@keyhold/core/plugin";
import { rateLimitHeaders, requirePrincipal } from "@keyhold/core/principal";
import { sendNotices } from "../key/expiry-notices.js";
import { principalReader } from "../key/read-principal.js";
import { limitOfRequest } from "../key/use.js";
import { apiKeyModel } from "../models.js";
import type { ApiKeyOptions } from "../options.js";
import type { Place } from "./offers.js";

const removeOf = (ctx: HookContext, referenceId: string): Promise<number> =>
  ctx.db.remove(apiKeyModel, { referenceId });

/** Removes the keys that a user has, and the keys of organizations that were made or renewed in the user's name. */
async function removeAllOf(ctx: HookContext, { id }: Pick<User, "id">): Promise<void> {
  await removeOf(ctx, id);
  await ctx.db.remove(apiKeyModel, { createdBy: id });
  await ctx.db.remove(apiKeyModel, { renewedBy: id });
}

/** What this plugin does at the hooks of core and of other plugins. */
export const hooksOf = (options: ApiKeyOptions): PluginHooks => ({
  "principal.read": principalReader(options),
  "require.principal": requirePrincipal,
  /** The use of a key was counted once, under the object of the headers. */
  "reply.answer": async (reply, { headers }) => {
    const limit = await limitOfRequest(headers);
    return limit === null ? reply : { ...reply, headers: { ...reply.headers, ...rateLimitHeaders({ limit }) } };
  },
  "user.delete": async (user, ctx) => {
    await removeOf(ctx, user.id);
  },
  /** The plugin `organization` calls this hook. */
  "organization.delete": async (ctx: HookContext, { organization: { id } }: Deleted) => {
    await removeOf(ctx, id);
    await ctx.db.remove(apiKeyModel, { organizationId: id });
  },
  /** The plugin `organization` calls this hook, inside the transaction that removes the member. */
  "member.remove": async ({ organizationId, userId }: Place, ctx: HookContext) => {
    await ctx.db.remove(apiKeyModel, { organizationId, userId });
  },
  sweep: sendNotices,
  // An attacker may have made the keys before the user proved the address, also in the name of organizations.
  "account.claim": (user, ctx) => removeAllOf(ctx, user),
  // The app may allow keys of guests. Another client may have made the guest, and planted the session in this browser.
  "sign-in.way-added": async (user, ctx) => {
    if (Reflect.get(user, "isAnonymous") === true) await removeAllOf(ctx, user);
  },
  "email.undo": async ({ user, since }, ctx) => {
    // Not before: a database may store the second alone.
    const later = after(new Date(since.getTime() - 1));
    // A rotated key has a secret of the attacker, too.
    await ctx.db.remove(apiKeyModel, { referenceId: user.id, updatedAt: later });
    // Keys of organizations: made, rotated or enabled by the attacker in the user's name.
    await ctx.db.remove(apiKeyModel, { createdBy: user.id, createdAt: later });
    await ctx.db.remove(apiKeyModel, { renewedBy: user.id, renewedAt: later });
  },
});

type Deleted = { readonly organization: { readonly id: string } };
