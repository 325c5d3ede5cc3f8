/** How often a failed call is sent again: a number, or a number and the pause before each time. */
export type Retry = number | { readonly attempts: number; readonly delayMilliseconds?: number };

export const defaultRetry: Retry = 2;
/** The same pause before each attempt. */
const delayMilliseconds = 1000;
/** A server that asks for more patience than this is told to the person instead. */
const maxRetryAfterSeconds = 10;

export const readRetry = (retry: Retry): { readonly attempts: number; readonly delayMilliseconds: number } =>
  typeof retry === "number" ? { attempts: retry, delayMilliseconds } : { delayMilliseconds, ...retry };

/**
 * The pause before a call may be sent again; null when it may not. `response` is null when there was none.
 *
 * A GET changes nothing, so it is repeated after no answer, 429 and any 5xx but 501.
 * A POST is repeated only after 429 with Retry-After: a rate limit is checked before anything is done. After
 * anything else, 503 included, nobody knows how far the server came: it also says 503 when it lost its database in
 * the middle of a commit, and a second sign-up would then answer that the user already exists.
 */
export function pauseBeforeRepeat(method: string, response: Response | null, usualMilliseconds: number): number | null {
  if (!response) return method === "GET" ? usualMilliseconds : null;
  const { status } = response;
  const asked = response.headers.get("retry-after");
  const isRepeatable = method === "GET" ? status === 429 || (status >= 500 && status !== 501) : status === 429 && asked;
  if (!isRepeatable) return null;
  // The form with a date compares two clocks; our server sends seconds.
  if (!asked || !/^\d+$/.test(asked)) return method === "GET" ? usualMilliseconds : null;
  return Number(asked) <= maxRetryAfterSeconds ? Number(asked) * 1000 : null;
}

/** Resolves after the pause, or as soon as the signal says so. */
export const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", done);
  });
