import { BillingProviderError } from "../provider/error.js";
import { errorOf } from "./answer-error.js";
import type { Pace } from "./pace.js";
import type { PolarSettings } from "./polar-options.js";

/** A request to the API. */
export interface PolarRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With `{id}` in the place of the id. */
  readonly path: string;
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: object;
}

/** Sends a request, and answers the JSON of its answer; undefined without a body. */
export type Send = (request: PolarRequest) => Promise<unknown>;

const maxTries = 3;

/**
 * Requests over `fetch`. A reading request is repeated after a failure that may pass. A writing request is repeated
 * only after an answer that proves that it had no effect: 429.
 */
export function createSend(settings: PolarSettings, pace: Pace, isBackground: boolean): Send {
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      await turn(settings, request, pace.wait, isBackground);
      try {
        return await sendOnce(settings, request);
      } catch (error) {
        if (!(error instanceof BillingProviderError) || attempt === maxTries || !mayRepeat(request, error)) throw error;
        if (error.reason === "rate-limited") pace.pause(error.retryAfterSeconds ?? 1);
        else await sleep(settings.retryMilliseconds * attempt);
      }
    }
  };
}

const mayRepeat = ({ method }: PolarRequest, { reason }: BillingProviderError): boolean =>
  reason === "rate-limited" || (method === "GET" && reason === "unavailable");

/** How long a write of a background job waits at most: with its repeats it ends before the lease of the job. */
const maxBackgroundMilliseconds = 20_000;

/**
 * Waits until the request may start. Throws "rate-limited" at once if a user would wait longer than for an answer, and a
 * write of a background job longer than 20 seconds.
 */
async function turn(
  { timeoutSeconds }: PolarSettings,
  request: PolarRequest,
  wait: (isBackground: boolean) => number,
  isBackground: boolean,
): Promise<void> {
  const maxMilliseconds = request.method === "GET" ? Number.POSITIVE_INFINITY : maxBackgroundMilliseconds;
  const endsAt = performance.now() + (isBackground ? maxMilliseconds : timeoutSeconds * 1000);
  for (let pause = wait(isBackground); pause > 0; pause = wait(isBackground)) {
    if (performance.now() + pause > endsAt) {
      const retryAfterSeconds = Math.ceil(pause / 1000);
      throw new BillingProviderError(nameOf(request), { reason: "rate-limited", retryAfterSeconds });
    }
    await sleep(pause);
  }
}

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** For messages: without the id. */
const nameOf = ({ method, path }: PolarRequest): string => `${method} ${path}`;

/** The path with the id. Throws "not-found" for an id that a URL reads as another path. */
function pathOf(request: PolarRequest): string {
  const { path, id } = request;
  if (id === undefined) return path;
  if (["", ".", ".."].includes(id)) throw new BillingProviderError(nameOf(request), { reason: "not-found" });
  return path.replace("{id}", () => encodeURIComponent(id));
}

async function sendOnce(settings: PolarSettings, request: PolarRequest): Promise<unknown> {
  const { baseURL, accessToken, apiVersion, timeoutSeconds, fetch } = settings;
  const { method, query = {}, body } = request;
  const isWrite = method !== "GET";
  const url = new URL(baseURL + pathOf(request));
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  const unavailable = (cause: unknown): BillingProviderError =>
    new BillingProviderError(nameOf(request), { reason: "unavailable", mayHaveHappened: isWrite, cause });
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(apiVersion !== "2025-05" && { "polar-version": apiVersion }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutSeconds * 1000),
  }).catch((error: unknown) => {
    throw unavailable(error);
  });
  const text = await response.text().catch((error: unknown) => {
    throw unavailable(error);
  });
  const json = parse(text);
  if (!response.ok) throw errorOf(nameOf(request), response, json, isWrite);
  if (text !== "" && json === undefined) throw unavailable(new TypeError("The answer is not JSON."));
  return json;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
