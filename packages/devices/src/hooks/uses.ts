import type { CoreEvent } from "@keyhold/core";
import type { HookContext, Hooks, PluginHooks } from "@keyhold/core/plugin";
import { markBrowser } from "../browser/cookie.js";
import { forgetLater } from "../browser/end.js";
import { hadDevices } from "../browser/known.js";
import { deviceModel, type LockedUser } from "../models.js";
import type { DevicesOptions } from "../options.js";
import type { DevicesTypes } from "../plugin.js";
import { noteDevice } from "../sign-in/note.js";

/** The browser of a session that a transaction opens; null: not known. */
type Opening =
  | { readonly kind: "new"; readonly browserHash: string | null }
  /** The session takes the place of another session, with the device of that session. */
  | { readonly kind: "exchanged" };

/** The hooks of this plugin. A transaction keeps the browser from the hook with the caller until its end. */
export function hooksOf(options: DevicesOptions): Partial<Hooks<DevicesTypes>> & PluginHooks {
  const openings = new WeakMap<object, Map<string, Opening>>();
  const openingsOf = (ctx: HookContext): Map<string, Opening> => {
    const present = openings.get(ctx) ?? new Map<string, Opening>();
    openings.set(ctx, present);
    return present;
  };
  const hooks: Partial<Hooks> = {
    async "session.ask"({ user, method, isNewUser, caller }, ctx) {
      // No session is opened: the hook is asked about a change of the factors.
      if (method === "re-authentication") return null;
      const { browserHash, cookies } = await markBrowser(ctx, { userId: user.id, isNewUser, caller });
      openingsOf(ctx).set(user.id, { kind: "new", browserHash });
      return { cookies };
    },
    "session.create"({ user, replaced }, ctx) {
      const openings = openingsOf(ctx);
      if (openings.has(user.id)) return undefined;
      openings.set(user.id, replaced ? { kind: "exchanged" } : { kind: "new", browserHash: null });
      return replaced ? { userDeviceId: Reflect.get(replaced, "userDeviceId") ?? null } : undefined;
    },
    // The session of an app that signs in by the system browser: "session.ask" is not called.
    async "session.join"({ user, other, comesFrom, caller }, ctx) {
      const openings = openingsOf(ctx);
      const opening = openings.get(user.id);
      if (opening?.kind !== "new" || opening.browserHash !== null || comesFrom.length > 0) return undefined;
      const { browserHash, cookies } = await markBrowser(ctx, { userId: user.id, isNewUser: false, caller });
      // An answer of this hook takes the place of the answers of other plugins, and keeps the session of another user.
      const mayAnswer = other === null && ctx.hooks("session.join").length === 1;
      openings.set(user.id, { kind: "new", browserHash });
      return mayAnswer ? { columns: {}, cookies } : undefined;
    },
    async "event.emit"(event: CoreEvent, ctx) {
      if (event.type !== "session.created") return;
      const opening = openingsOf(ctx).get(event.user.id);
      if (opening?.kind === "new") await noteDevice(ctx, options, event, opening.browserHash);
    },
    // Another person may have signed in here before the owner of the address came.
    "account.claim": async (user, ctx) => {
      await ctx.db.remove(deviceModel, { userId: user.id }, user as LockedUser);
    },
    // Else the next sign-in of an attacker's browser would be of a known device, and no email would tell the user.
    "email.undo": ({ user, since }, ctx) => forgetLater(ctx, user as LockedUser, since),
    "user.delete": async ({ id }, ctx) => {
      await hadDevices.end(ctx, id);
    },
  };
  return hooks;
}
