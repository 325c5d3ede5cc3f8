import { type Context, fingerprint, type RedirectOutcome } from "@keyhold/core/plugin";
import { browserSecrets } from "./browser-cookie.js";
import type { OAuthCallback } from "./check-callback.js";

/** The callbacks in progress in this process, by the hash of the request. */
export type RunningCallbacks = Map<string, Promise<RedirectOutcome>>;

/**
 * Answers a callback. If the same browser has sent the same callback, and its answer is not complete, the answer is that
 * of the first request: the `state` is consumed, and a browser shows the answer of its last request. A request without
 * the cookie of the flow's browser never gets the answer of another request.
 */
export function answerOnce(
  ctx: Context,
  running: RunningCallbacks,
  callback: OAuthCallback,
  answer: () => Promise<RedirectOutcome>,
): Promise<RedirectOutcome> {
  const key = keyOf(ctx, callback);
  // On a worker a promise of another request never settles if the client of that request goes away.
  if (key === null || isWorker()) return answer();
  const first = running.get(key);
  if (first) return first;
  const answered = answer().finally(() => running.delete(key));
  running.set(key, answered);
  return answered;
}

const isWorker = (): boolean => globalThis.navigator?.userAgent === "Cloudflare-Workers";

/** Equal for equal requests of one browser in one session; null for a request without the cookie of a flow. */
function keyOf(ctx: Context, { providerId, parameters, session, caller }: OAuthCallback): string | null {
  const secrets = browserSecrets(ctx, caller);
  if (secrets.length === 0 || parameters.state === undefined) return null;
  const sent = Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1));
  return fingerprint(JSON.stringify([ctx.settings.origin, providerId, sent, secrets, session?.id ?? null]));
}
