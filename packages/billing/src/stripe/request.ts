import { randomText } from "@keyhold/core/plugin";
import { BillingProviderError } from "../provider/error.js";
import { exchange, pathWith } from "../provider/exchange.js";
import type { Pace } from "../provider/pace.js";
import { createTries } from "../provider/tries.js";
import { errorOf, isReplay } from "./answer-error.js";
import { type FormFields, formOf } from "./form.js";
import { apiVersion, type StripeSettings } from "./stripe-options.js";

/** A request to the API. */
export interface StripeRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** With `{id}` in the place of the id. */
  readonly path: string;
  readonly id?: string;
  readonly fields?: FormFields;
  /** Of a POST. Default: a new key, so that the repetitions of this call have one effect. */
  readonly idempotencyKey?: string;
}

/** The JSON of an answer. */
export interface StripeAnswer {
  readonly json: unknown;
  /** Whether the answer is of an earlier request with the same idempotency key. */
  readonly isReplayed: boolean;
}

/** Sends a request, and answers its answer. */
export type Send = (request: StripeRequest) => Promise<StripeAnswer>;

/** Requests over `fetch`, with repetitions where they are safe. */
export function createSend(settings: StripeSettings, pace: Pace, isBackground: boolean): Send {
  const tries = createTries(settings, pace, isBackground);
  return (request) => {
    const isWrite = request.method !== "GET";
    const tried = { name: `${request.method} ${request.path}`, isWrite };
    const key = request.method === "POST" ? (request.idempotencyKey ?? randomText(32)) : undefined;
    return tries(tried, () => sendOnce(settings, request, { ...tried, key }));
  };
}

interface Try {
  readonly name: string;
  readonly isWrite: boolean;
  readonly key: string | undefined;
}

async function sendOnce(
  { baseURL, apiKey, timeoutSeconds, fetch }: StripeSettings,
  { method, path, id, fields = {} }: StripeRequest,
  { name, isWrite, key }: Try,
): Promise<StripeAnswer> {
  const form = formOf(fields).toString();
  const hasBody = method === "POST";
  const url = new URL(baseURL + pathWith(name, path, id));
  if (!hasBody) url.search = form;
  const headers = {
    authorization: `Bearer ${apiKey}`,
    "stripe-version": apiVersion,
    ...(key !== undefined && { "idempotency-key": key }),
    ...(hasBody && { "content-type": "application/x-www-form-urlencoded" }),
  };
  const init = { method, headers, ...(hasBody && { body: form }) };
  const { response, json } = await exchange({ name, isWrite, url, init, timeoutSeconds, fetch });
  if (!response.ok) throw errorOf(name, response, json, isWrite);
  if (json === undefined) throw new BillingProviderError(name, { reason: "unavailable", mayHaveHappened: isWrite });
  return { json, isReplayed: isReplay(response) };
}
