import type { Log } from "../contract/config.js";
import { logWarning } from "../contract/log.js";

/** Advice about options that an administrator may have forgotten. */
const advice = {
  address:
    "A request came without a client IP address, so all such clients share one rate limit. Pass it as the second " +
    "argument, `auth.handler(request, { ipAddress })`, as `nodeHandler` does, or set `clientAddress`.",
  origin:
    "A request of a page at another origin was answered 403. If the page is yours, list its origin in `trustedOrigins`, or make `baseURL` what the " +
    "browser's address bar shows.",
} as const;

/** Logs advice about a subject, once per auth. */
export type Advise = (about: keyof typeof advice) => void;

export function createAdvice(log: Log | undefined): Advise {
  const logged = new Set<keyof typeof advice>();
  return (about) => {
    if (logged.has(about)) return;
    logged.add(about);
    logWarning(log, advice[about]);
  };
}
