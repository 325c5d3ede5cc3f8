import { exchange, pathWith } from "../provider/exchange.js";
import type { Pace } from "../provider/pace.js";
import { createTries } from "../provider/tries.js";
import { errorOf } from "./answer-error.js";
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

/** Requests over `fetch`, with repetitions where they are safe. */
export function createSend(settings: PolarSettings, pace: Pace, isBackground: boolean): Send {
  const tries = createTries(settings, pace, isBackground);
  return (request) => {
    const tried = { name: `${request.method} ${request.path}`, isWrite: request.method !== "GET" };
    return tries(tried, () => sendOnce(settings, request, tried));
  };
}

async function sendOnce(
  { baseURL, accessToken, apiVersion, timeoutSeconds, fetch }: PolarSettings,
  { method, path, id, query = {}, body }: PolarRequest,
  { name, isWrite }: { readonly name: string; readonly isWrite: boolean },
): Promise<unknown> {
  const url = new URL(baseURL + pathWith(name, path, id));
  for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value));
  const headers = {
    authorization: `Bearer ${accessToken}`,
    ...(apiVersion !== "2025-05" && { "polar-version": apiVersion }),
    ...(body && { "content-type": "application/json" }),
  };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const { response, json } = await exchange({ name, isWrite, url, init, timeoutSeconds, fetch });
  if (!response.ok) throw errorOf(name, response, json, isWrite);
  return json;
}
