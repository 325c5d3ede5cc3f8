/** How often a failed call is repeated: a number, or a number and the pause before each attempt. */
export type Retry = number | { readonly attempts: number; readonly delayMilliseconds?: number };

export const defaultRetry: Retry = 2;
/** The default pause before each attempt. */
const delayMilliseconds = 1000;
/** If the server requires a longer pause, the call fails at once. */
const maxRetryAfterSeconds = 10;

export const readRetry = (retry: Retry): { readonly attempts: number; readonly delayMilliseconds: number } =>
  typeof retry === "number" ? { attempts: retry, delayMilliseconds } : { delayMilliseconds, ...retry };

/**
 * The pause before a call may be repeated; null if it may not. `response` is null without one.
 *
 * A GET changes no data, so it is repeated without a response, after 429 and after 5xx except 501. A POST is repeated
 * only after 429 with Retry-After, because the server checks limits before all work. After other failures the server
 * may have done the work: it also answers 503 if it lost its database during a commit, and a second sign-up would then
 * answer that the user exists.
 */
export function pauseBeforeRepeat(method: string, response: Response | null, usualMilliseconds: number): number | null {
  if (!response) return method === "GET" ? usualMilliseconds : null;
  const { status } = response;
  const asked = response.headers.get("retry-after");
  const isRepeatable = method === "GET" ? status === 429 || (status >= 500 && status !== 501) : status === 429 && asked;
  if (!isRepeatable) return null;
  // A Retry-After with a date would compare two clocks. This server sends seconds.
  if (!asked || !/^\d+$/.test(asked)) return method === "GET" ? usualMilliseconds : null;
  return Number(asked) <= maxRetryAfterSeconds ? Number(asked) * 1000 : null;
}

/** Resolves after the pause, or when the signal aborts. */
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
