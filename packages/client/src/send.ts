import { type Answer, errorAnswer, noAnswer } from "./answer.js";
import type { CallOptions } from "./calls.js";
import { parseAnswer } from "./parse-dates.js";
import type { OwnPlatform, PlatformHeaders } from "./platform.js";
import { pause, pauseBeforeRepeat, type Retry } from "./retry.js";

/** How a client sends calls. */
export interface Sender {
  /** The base URL of all paths. */
  readonly base: string;
  readonly fetch?: typeof fetch | undefined;
  readonly retry?: Retry | undefined;
  readonly catchAllError?: boolean | undefined;
  readonly platform: OwnPlatform;
}

export type Input = Readonly<Record<string, unknown>>;

/**
 * A call with the input of now: a page may change a form before the call is sent again. Each sending repeats the
 * request if a repetition is safe, and resolves to the result. A GET has the input in the query, a POST in a JSON body.
 */
export function prepare(
  sender: Sender,
  route: string,
  input: Input = {},
  options: CallOptions = {},
): () => Promise<Answer<unknown>> {
  const { base, platform, catchAllError } = sender;
  const { signal } = options;
  const [method, path] = route.split(" ");
  const isRead = method === "GET";
  const url = base + path + (isRead ? queryOf(input) : "");
  const init: RequestInit = {
    method,
    credentials: platform.credentials,
    body: isRead ? null : JSON.stringify(input),
    signal,
  };
  // Some GET routes answer a page to a browser that navigates. This header requests data, with the paths of the dates.
  const own: PlatformHeaders = {
    accept: "application/json;dates=1",
    ...options.headers,
    ...(!isRead && { "content-type": "application/json" }),
  };

  async function sendOnce(): Promise<Answer<unknown>> {
    let answer: Answer<unknown>;
    let received: Headers | undefined;
    let sent: PlatformHeaders | undefined;
    try {
      sent = await platform.headers?.(route, sender);
      // Read at each call: the app may replace the global `fetch` later, e.g. to observe calls.
      const response = await (sender.fetch ?? fetch)(url, { ...init, headers: { ...own, ...sent } });
      answer = read(response, await response.text());
      received = response.headers;
    } catch (thrown) {
      answer = { data: null, error: noAnswer(thrown, signal?.aborted, catchAllError) };
    }
    return (await platform.received?.(received, answer, sent)) ?? answer;
  }

  return async () => {
    const retry = options.retry ?? sender.retry ?? 2;
    // A number has no such fields.
    const { attempts = retry as number, delayMilliseconds = 1000 } = retry as Partial<Exclude<Retry, number>>;
    for (let repeated = 0; ; repeated++) {
      const answer = await sendOnce();
      if (!answer.error || repeated >= attempts || signal?.aborted) return answer;
      const milliseconds = pauseBeforeRepeat(isRead, answer.error, delayMilliseconds);
      if (milliseconds === null) return answer;
      await pause(milliseconds, signal);
    }
  };
}

function queryOf(input: Input): string {
  const pairs = Object.entries(input).flatMap(([name, value]) =>
    value == null ? [] : `${encode(name)}=${encode((value as Partial<Date>).toJSON?.() ?? value)}`,
  );
  return pairs[0] ? `?${pairs.join("&")}` : "";
}

/** `encodeURIComponent` throws for half a pair of surrogates. */
const encode = (value: unknown): string => encodeURIComponent(`${value}`.replace(/[\ud800-\udfff]/gu, "\ufffd"));

function read(response: Response, text: string): Answer<unknown> {
  let body: unknown = null;
  try {
    body = parseAnswer(text, response.headers.get("content-type"));
    if (response.ok) return { data: body, error: null };
  } catch {
    // A page of another server.
  }
  return { data: null, error: errorAnswer(body, response) };
}
