import { cookieName, readSignedCookies, signedCookie } from "@keyhold/core/cookies";
import { type Caller, type Context, fingerprint, randomText } from "@keyhold/core/plugin";
import { type Flow, flowToken } from "./state.js";

/** With the prefix of all cookies: "__Host-keyhold.state". */
const secretCookie = "state";

/** A secret that binds flows to a browser. All tabs of the browser share the secret. */
export interface BrowserSecret {
  readonly fingerprint: string;
  readonly cookie: string;
}

/** The browser's secret, or a new secret, with a cookie that expires ten minutes from now. */
export function browserSecret(ctx: Context, caller: Caller): BrowserSecret {
  const secret = browserSecrets(ctx, caller)[0] ?? randomText(32);
  const cookie = signedCookie(ctx, { name: secretCookie, value: secret, maxAgeSeconds: flowToken.lifetimeSeconds });
  return { fingerprint: fingerprint(secret), cookie };
}

/** The secrets that the calling browser has sent. A sibling subdomain may have set a second cookie of that name. */
export const browserSecrets = (ctx: Context, caller: Caller): readonly string[] =>
  readSignedCookies(ctx, caller, secretCookie);

/** Whether the flow started in the calling browser. */
export const isSameBrowser = (ctx: Context, caller: Caller, begun: Pick<Flow, "browser">): boolean =>
  browserSecrets(ctx, caller).some((secret) => fingerprint(secret) === begun.browser);

/** Which cookie the browser sent, for error messages. "foreign": the signature is not valid. */
export function findBrowserCookie(
  ctx: Context,
  caller: Caller,
): { readonly name: string; readonly found: "ours" | "foreign" | "none" } {
  const name = cookieName(ctx.settings, secretCookie);
  if (browserSecrets(ctx, caller).length > 0) return { name, found: "ours" };
  const names = (caller.cookieHeader ?? "").split(";").map((pair) => pair.split("=", 1)[0]?.trim());
  return { name, found: names.includes(name) ? "foreign" : "none" };
}
