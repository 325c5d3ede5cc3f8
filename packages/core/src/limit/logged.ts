import type { Log } from "../contract/config.js";
import type { Limit, Limiter, LimitRule } from "../contract/limit.js";
import { logWarning } from "../contract/log.js";

/** So long a rule is silent after a line: a flood fills no log. */
const silentMilliseconds = 60_000;

/**
 * Logs which limit was reached, once per window and at most once a minute per rule. The lines hold no address and no
 * name of a user. `loggedAt`: the last line of each rule, shared by limiters of an auth.
 */
export function loggedLimiter(
  limiter: Limiter,
  log: Log | undefined,
  now: () => Date,
  loggedAt = new Map<string, number>(),
): Limiter {
  const isDue = (name: string, time: number): boolean => {
    const last = loggedAt.get(name);
    return last === undefined || Math.abs(time - last) >= silentMilliseconds;
  };
  return {
    ...limiter,
    async consume(key, limit, ruleOf) {
      const verdict = await limiter.consume(key, limit);
      if (!ruleOf || verdict.isAllowed || verdict.count !== limit.max + 1) return verdict;
      const hook = ruleOf();
      const time = now().getTime();
      if (isDue(hook.name, time)) {
        loggedAt.set(hook.name, time);
        logWarning(log, messageOf(hook, limit, new Date(time + verdict.retryAfterSeconds * 1000)));
      }
      return verdict;
    },
  };
}

/** How the limit is switched off in development; budgets of guesses have switches of their own, or none. */
function off(option: string): string {
  if (option.startsWith("rateLimit.wrongPasswords"))
    return "; `rateLimit: { wrongPasswords: false }` turns these budgets off in tests.";
  return option.startsWith("rateLimit.")
    ? "; `rateLimit: { enabled: false }` turns the limits of routes off in development."
    : ".";
}

function messageOf({ name, option, effect }: LimitRule, { max, windowSeconds }: Limit, until: Date): string {
  const allowed = `${max} in ${windowSeconds} ${windowSeconds === 1 ? "second" : "seconds"}`;
  return `Limit reached: ${name}, ${allowed}. ${effect} until ${until.toISOString()}. Set \`${option}\` to change it${off(option)}`;
}
