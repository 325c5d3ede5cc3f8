import { setTimeout as pause } from "node:timers/promises";
import { isStorageUnavailable } from "@keyhold/core/adapter";

const maxTries = 50;
const pauseMilliseconds = 100;

/**
 * Repeats a call that is refused with 503, as a client does. Of a hundred callers on one row some may wait longer than the
 * bound of a lock, or of a request to the payments provider.
 */
export async function untilTaken<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await call();
      if (Reflect.get(Object(answer), "status") !== 503 || tries === maxTries) return answer;
    } catch (error) {
      if (!isStorageUnavailable(error) || tries === maxTries) throw error;
    }
    await pause(pauseMilliseconds);
  }
}
