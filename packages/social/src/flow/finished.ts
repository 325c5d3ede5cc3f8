import { readSignedCookies, signedCookie } from "@keyhold/core/cookies";
import { type Context, fingerprint, withQuery } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import type { OAuthCallback } from "./check-callback.js";
import { flowToken, stillTrusted } from "./state.js";

/**
 * The last flow that succeeded in a browser. A browser may request a callback again, e.g. when the user reloads the
 * page or restores a tab; the `state` is consumed, and the user is signed in.
 */
const cookieName = "finished";
/** A browser sends the cookie with each request of the next ten minutes. */
const maxCookieLength = 1024;

const finished = z.object({
  /** Of the provider and the `state`. */
  flow: z.string(),
  /** The target of the redirect. */
  to: z.string(),
  /** Where the user is asked for more before the session is opened; null: the session was opened. */
  asked: z.string().nullable(),
});
type Finished = z.infer<typeof finished>;

const nameOf = ({ providerId, parameters }: Pick<OAuthCallback, "providerId" | "parameters">): string =>
  fingerprint(`${providerId} ${parameters.state}`);

/** The cookie of a flow that succeeded; no cookie if the URLs are too long. */
export function finishedCookies(
  ctx: Context,
  callback: OAuthCallback,
  targets: Omit<Finished, "flow">,
): readonly string[] {
  const value = JSON.stringify({ flow: nameOf(callback), ...targets } satisfies Finished);
  if (value.length > maxCookieLength) return [];
  return [signedCookie(ctx, { name: cookieName, value, maxAgeSeconds: flowToken.lifetimeSeconds })];
}

/** Where a callback leads that succeeded in this browser before; null for every other callback. */
export function findFinished(ctx: Context, callback: OAuthCallback): string | null {
  const { session, caller } = callback;
  for (const value of readSignedCookies(ctx, caller, cookieName)) {
    const { flow, to, asked } = finished.parse(JSON.parse(value));
    if (flow !== nameOf(callback)) continue;
    const target = session ? to : asked;
    if (target === null) return null;
    return withQuery(ctx.settings, stillTrusted(ctx, caller, target) ?? new URL(ctx.settings.appUrl).pathname);
  }
  return null;
}
