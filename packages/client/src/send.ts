import { type Answer, errorAnswer, noAnswer } from "./answer.js";
import type { CallOptions } from "./calls.js";
import { parseAnswer } from "./parse-dates.js";
import { pause, pauseBeforeRepeat, type Retry, readRetry } from "./retry.js";

/** How a client sends calls. */
export interface Sender {
  /** The base URL of all paths. */
  readonly base: string;
  readonly fetch?: typeof fetch | undefined;
  readonly retry?: Retry | undefined;
  readonly catchAllError?: boolean | undefined;
}

export type Input = Readonly<Record<string, unknown>>;

/**
 * A call with the input of now: a page may change a form before the call is sent again. Each sending repeats the
 * request if a repetition is safe, and resolves to the result.
 */
export function prepare(
  sender: Sender,
  route: string,
  input: Input = {},
  options: CallOptions = {},
): () => Promise<Answer<unknown>> {
  const [url, init] = describe(sender.base, route, input, options);

  async function sendOnce(): Promise<Attempt> {
    try {
      // Read at each call: the app may replace the global `fetch` later, e.g. to observe calls.
      const response = await (sender.fetch ?? fetch)(url, init);
      return [read(response, await response.text()), response];
    } catch (thrown) {
      return [{ data: null, error: noAnswer(thrown, options.signal?.aborted, sender.catchAllError) }, null];
    }
  }

  return async () => {
    const { attempts, delayMilliseconds } = readRetry(options.retry ?? sender.retry);
    for (let repeated = 0; ; repeated += 1) {
      const [answer, response] = await sendOnce();
      if (!answer.error || repeated >= attempts || options.signal?.aborted) return answer;
      const milliseconds = pauseBeforeRepeat(!init.body, response, delayMilliseconds);
      if (milliseconds === null) return answer;
      await pause(milliseconds, options.signal);
    }
  };
}

type Attempt = readonly [Answer<unknown>, Response | null];

/** A GET has the input in the query, a POST in a JSON body. */
function describe(
  base: string,
  route: string,
  input: Input,
  { signal, headers }: CallOptions,
): readonly [string, RequestInit] {
  const [method, path] = route.split(" ");
  // Some GET routes answer a page to a browser that navigates. This header requests data, with the paths of the dates.
  const isRead = method === "GET";
  const init: RequestInit = {
    method,
    credentials: "include",
    headers: {
      accept: "application/json;dates=1",
      ...headers,
      ...(!isRead && { "content-type": "application/json" }),
    },
    body: isRead ? null : JSON.stringify(input),
    signal,
  };
  return [base + path + (isRead ? queryOf(input) : ""), init];
}

function queryOf(input: Input): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input))
    if (value != null) query.set(name, (value as Partial<Date>).toJSON?.() ?? (value as string));
  return `${query}` && `?${query}`;
}

function read(response: Response, text: string): Answer<unknown> {
  try {
    const body = parseAnswer(text, response.headers.get("content-type"));
    if (response.ok) return { data: body, error: null };
    return { data: null, error: errorAnswer(body, response) };
  } catch {
    return { data: null, error: errorAnswer(null, response) };
  }
}
