/** How often a failed call is repeated: a number, or a number and the pause before each attempt. */
export type Retry = number | { readonly attempts: number; readonly delayMilliseconds?: number };

/** If the server requires a longer pause, the call fails at once. */
const maxRetryAfterSeconds = 10;

/** By default a failed call is repeated twice, with a second before each attempt. */
export function readRetry(retry: Retry = 2): Required<Exclude<Retry, number>> {
  const { attempts, delayMilliseconds = 1000 } = typeof retry === "number" ? { attempts: retry } : retry;
  return { attempts, delayMilliseconds };
}

/**
 * The pause before a call may be repeated; null if the call may not be repeated. `response` is null if none arrived.
 *
 * A GET changes no data, so a GET is repeated without a response, after 429 and after 5xx except 501. A POST is
 * repeated only after 429 with Retry-After, because the server checks limits before all work. After other failures the
 * server may have done the work: the server also answers 503 if the database is lost during a commit, and a second
 * sign-up would then answer that the user exists.
 */
export function pauseBeforeRepeat(
  isRead: boolean,
  response: Response | null,
  usualMilliseconds: number,
): number | null {
  const usual = isRead ? usualMilliseconds : null;
  if (!response) return usual;
  const { status, headers } = response;
  if (status !== 429 && (!isRead || status < 500 || status === 501)) return null;
  const { retryAfterSeconds } = retryAfter(headers);
  if (retryAfterSeconds === undefined) return usual;
  return retryAfterSeconds <= maxRetryAfterSeconds ? retryAfterSeconds * 1000 : null;
}

/** The pause that the server asks for. A Retry-After with a date would compare two clocks. This server sends seconds. */
export function retryAfter(headers: Headers): { readonly retryAfterSeconds?: number } {
  const asked = headers.get("retry-after") ?? "";
  return /^\d+$/.test(asked) ? { retryAfterSeconds: Number(asked) } : {};
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
