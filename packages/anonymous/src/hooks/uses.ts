import type { HookContext, PluginHooks } from "@keyhold/core/plugin";
import { anonymousErrors } from "../errors.js";
import { keepGuest } from "../guest/keep.js";
import { mergeGuest } from "../guest/merge.js";
import { removeUnused } from "../guest/sweep.js";
import { upgradeGuest } from "../guest/upgrade.js";
import { guestModel } from "../models.js";
import type { AnonymousOptions } from "../options.js";
import { type GuestAction, hooksAt } from "./offers.js";

/** The user of a call; null: the app, through a server-side call. */
interface Actor {
  readonly actorId: string | null;
}

/** The part of this plugin in the hooks of core, and of `organization()` and `apiKey()` where the app has them. */
export const hooksOf = (options: AnonymousOptions): PluginHooks => ({
  "user.upgrade": (signUp, ctx) => upgradeGuest(ctx, signUp),
  "session.replace": (signIn, ctx) => mergeGuest(ctx, signIn),
  "sign-in.way-added": (user, ctx, sessionId) => keepGuest(ctx, user, sessionId),
  /** An address of a guest would be an account without a way to sign in. */
  "email.change": ({ user }, ctx) => {
    if ("isAnonymous" in user && user.isAnonymous === true) ctx.fail(anonymousErrors.ANONYMOUS_USERS_MUST_SIGN_UP);
  },
  sweep: (ctx) => removeUnused(ctx, options),
  "organization.create": forMembers("organization.create"),
  "invitation.create": forMembers("invitation.create"),
  "api-key.create": forMembers("api-key.create"),
});

/** Fails for a guest, unless a hook of the app or of a plugin allows the action. */
function forMembers(action: GuestAction) {
  return async <Draft>(draft: Draft, ctx: HookContext, { actorId }: Actor): Promise<Draft> => {
    const actor = actorId === null ? null : await ctx.db.find(guestModel, { id: actorId });
    if (!actor?.isAnonymous) return draft;
    for (const hook of hooksAt(ctx, "anonymous.act")) if (await hook({ guest: actor, action }, ctx)) return draft;
    return ctx.fail(anonymousErrors.ANONYMOUS_USERS_MUST_SIGN_UP);
  };
}
