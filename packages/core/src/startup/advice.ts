import type { Log } from "../contract/config.js";
import type { Context } from "../contract/context.js";
import { logWarning } from "../contract/log.js";

const hour = 3_600_000;
/** Any client can cause a line: a flood of causes fills no log and no memory. */
const maxLines = 20;

/** Logs each cause of a failure once an hour, and at most 20 causes of a kind. */
export function createAdvice(log: Log | undefined, now: () => Date): Context["advise"] {
  const kinds = new Map<string, { readonly since: number; readonly messages: Set<string> }>();
  return (kind, message) => {
    const time = now().getTime();
    let known = kinds.get(kind);
    if (!known || Math.abs(time - known.since) >= hour) {
      known = { since: time, messages: new Set() };
      kinds.set(kind, known);
    }
    const { messages } = known;
    if (messages.size === maxLines || messages.has(message)) return;
    messages.add(message);
    logWarning(
      log,
      messages.size < maxLines ? message : `${message} The log gets no other line of this kind for an hour.`,
    );
  };
}
