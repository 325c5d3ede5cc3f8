import type { CoreEvent } from "@keyhold/core";
import type { HookContext, Hooks, PluginHooks } from "@keyhold/core/plugin";
import { browserHashOf, markBrowser } from "../browser/cookie.js";
import { hadDevices } from "../browser/known.js";
import type { DevicesOptions } from "../options.js";
import type { DevicesTypes } from "../plugin.js";
import { noteDevice } from "./seen.js";

/** The browser of a session that a transaction opens. */
interface Opening {
  readonly browserHash: string | null;
  /** The session takes the place of another session, with the device of that session. */
  readonly isExchanged?: boolean;
}

/** The hooks of this plugin. A transaction keeps the browser from the hook with the caller until its end. */
export function hooksOf(options: DevicesOptions): Partial<Hooks<DevicesTypes>> & PluginHooks {
  const openings = new WeakMap<object, Map<string, Opening>>();
  const openingsOf = (ctx: HookContext): Map<string, Opening> => {
    const present = openings.get(ctx) ?? new Map<string, Opening>();
    openings.set(ctx, present);
    return present;
  };
  const hooks: Partial<Hooks> = {
    "session.ask"({ user, method, caller }, ctx) {
      // No session is opened: the hook is asked about a change of the factors.
      if (method === "re-authentication") return null;
      const { browserHash, cookies } = markBrowser(ctx, caller);
      openingsOf(ctx).set(user.id, { browserHash });
      return { cookies };
    },
    "session.create"({ user, replaced }, ctx) {
      if (!replaced || openingsOf(ctx).has(user.id)) return undefined;
      openingsOf(ctx).set(user.id, { browserHash: null, isExchanged: true });
      return { userDeviceId: Reflect.get(replaced, "userDeviceId") ?? null };
    },
    "session.join"({ user, caller }, ctx) {
      const present = openingsOf(ctx);
      if (!present.has(user.id)) present.set(user.id, { browserHash: browserHashOf(ctx, caller) });
      return undefined;
    },
    async "event.emit"(event: CoreEvent, ctx) {
      if (event.type !== "session.created") return;
      const opening = openingsOf(ctx).get(event.user.id);
      if (opening && !opening.isExchanged) await noteDevice(ctx, options, event, opening.browserHash);
    },
    "user.delete": async ({ id }, ctx) => {
      await hadDevices.end(ctx, id);
    },
  };
  return hooks;
}
