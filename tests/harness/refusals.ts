import { setTimeout as pause } from "node:timers/promises";
import { isStorageUnavailable } from "@keyhold/core/adapter";

const maxTries = 50;
const pauseMilliseconds = 100;

/**
 * Repeats a call that is refused with 503, as a client does. Of a hundred callers on one row some may wait for locks
 * longer than the bound; a refused call has written no row.
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
