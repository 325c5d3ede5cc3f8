import type { Context, HookContext, Hooks } from "@keyhold/core/plugin";
import { methodUserModel } from "../models.js";
import type { LastLoginMethodOptions } from "../options.js";

const maxAgeSeconds = 30 * 86_400;

/**
 * Openings of a session that are no choice of the user on a sign-in screen. Every other method counts, so that a new
 * way to sign in needs no line here.
 */
const notChosen: readonly string[] = [
  "verify-email",
  "change-password",
  "re-authentication",
  "one-time-token",
  "device",
  "native",
  "impersonation",
];

/** The part of the plugin in the hooks of core. */
export const hooksOf = ({
  cookieName,
  storeInDatabase,
}: LastLoginMethodOptions): Pick<Hooks, "session.ask"> & Partial<Hooks> => ({
  // The cookies are sent only if no other hook asks for more: after a second factor, the hook is called again.
  "session.ask": ({ method }, { settings }) =>
    notChosen.includes(method) ? null : { cookies: [cookieOf(settings, cookieName, method)] },
  ...(storeInDatabase && {
    "session.create": async ({ user, method }, ctx: HookContext) => {
      if (!notChosen.includes(method) && Reflect.get(user, "lastLoginMethod") !== method)
        await ctx.db.update(methodUserModel, user.id, { lastLoginMethod: method });
      return undefined;
    },
  }),
});

/** A cookie that scripts read: it has the name of the method alone, without a signature, and grants no access. */
function cookieOf({ cookies }: Context["settings"], name: string, method: string): string {
  const where = cookies.domain === null ? "" : `; Domain=${cookies.domain}`;
  const flags = `; Path=/${cookies.secure ? "; Secure" : ""}; SameSite=Lax`;
  return `${name}=${encodeURIComponent(method)}; Max-Age=${maxAgeSeconds}${where}${flags}`;
}
