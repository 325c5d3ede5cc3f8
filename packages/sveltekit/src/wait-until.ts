import type { CurrentEvent } from "./event.js";

/**
 * Keeps a worker alive for emails and listeners after the answer, by `waitUntil` of `event.platform`, e.g. on
 * Cloudflare. Without `waitUntil`, e.g. on Node or in a script, the process waits anyway. `currentEvent`:
 * `getRequestEvent` of `$app/server`.
 *
 * @example createAuth({ ...config, waitUntil: toWaitUntil(getRequestEvent) });
 */
export const toWaitUntil =
  (currentEvent: () => CurrentEvent) =>
  (work: Promise<unknown>): void => {
    const platform: Readonly<Record<string, unknown>> = Object(platformOf(currentEvent));
    [platform.ctx, platform.context].find(isContext)?.waitUntil(work);
  };

function platformOf(currentEvent: () => CurrentEvent): unknown {
  try {
    return currentEvent().platform;
  } catch {
    // Thrown outside of a request.
    return null;
  }
}

interface WorkerContext {
  waitUntil(work: Promise<unknown>): void;
}

const isContext = (value: unknown): value is WorkerContext =>
  typeof Reflect.get(Object(value), "waitUntil") === "function";
