import { cookieName, readSignedCookies, signedCookie } from "@keyhold/core/internal";
import { type Caller, type Context, fingerprint, randomText } from "@keyhold/core/plugin";
import { type Flow, flowToken } from "./state.js";

/** Its first part is that of every cookie: "__Host-keyhold.state". */
const secretCookie = "state";

/** A secret that this browser has for as long as it is on the way, the same for all its tabs. */
export interface BrowserSecret {
  readonly fingerprint: string;
  readonly cookie: string;
}

/** The browser's secret, or a new one, with the cookie that lets it live for ten minutes from now. */
export function browserSecret(ctx: Context, caller: Caller): BrowserSecret {
  const secret = readSignedCookies(ctx, caller, secretCookie)[0] ?? randomText(32);
  const cookie = signedCookie(ctx, { name: secretCookie, value: secret, maxAgeSeconds: flowToken.lifetimeSeconds });
  return { fingerprint: fingerprint(secret), cookie };
}

/** Whether a flow was begun in the browser that calls. A sibling subdomain may have planted a cookie beside the browser's own. */
export const isSameBrowser = (ctx: Context, caller: Caller, begun: Pick<Flow, "browser">): boolean =>
  readSignedCookies(ctx, caller, secretCookie).some((secret) => fingerprint(secret) === begun.browser);

/** What of a browser's cookie came back: for whoever looks for the cause. "foreign": one that we did not sign. */
export function findBrowserCookie(
  ctx: Context,
  caller: Caller,
): { readonly name: string; readonly found: "ours" | "foreign" | "none" } {
  const name = cookieName(ctx.settings, secretCookie);
  if (readSignedCookies(ctx, caller, secretCookie).length > 0) return { name, found: "ours" };
  const names = (caller.cookieHeader ?? "").split(";").map((pair) => pair.split("=", 1)[0]?.trim());
  return { name, found: names.includes(name) ? "foreign" : "none" };
}
