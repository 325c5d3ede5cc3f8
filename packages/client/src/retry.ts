import type { CallError } from "./answer.js";

/** How often a failed call is repeated: a number, or a number and the pause before each attempt. */
export type Retry = number | { readonly attempts: number; readonly delayMilliseconds?: number };

/** If the server requires a longer pause, the call fails at once. */
const maxRetryAfterSeconds = 10;

/**
 * The pause before a call may be repeated; null if the call may not be repeated.
 *
 * A GET changes no data, so a GET is repeated without a response, after 429 and after 5xx except 501. A POST is
 * repeated only after 429 with Retry-After, because the server checks limits before all work. After other failures the
 * server may have done the work: the server also answers 503 if the database is lost during a commit, and a second
 * sign-up would then answer that the user exists.
 */
export function pauseBeforeRepeat(
  isRead: boolean,
  { status, retryAfterSeconds }: CallError,
  usualMilliseconds: number,
): number | null {
  if (status && status !== 429 && (!isRead || status < 500 || status === 501)) return null;
  if (retryAfterSeconds === undefined) return isRead ? usualMilliseconds : null;
  return retryAfterSeconds <= maxRetryAfterSeconds ? retryAfterSeconds * 1000 : null;
}

/** Resolves after the pause, or when the signal aborts. */
export const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => resolve(clearTimeout(timer)));
  });
