import type { Log } from "../contract/config.js";
import { logWarning } from "../contract/log.js";

/** What an administrator may have forgotten to configure. */
const advice = {
  address:
    "A request came without the caller's address, so all such callers share one rate limit. Pass it as the second " +
    "argument, `auth.handler(request, { ipAddress })`, which `nodeHandler` does, or set `clientAddress`.",
  origin:
    "A page of another origin was refused. If it is yours, list it in `trustedOrigins`, or make `baseURL` what the " +
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
