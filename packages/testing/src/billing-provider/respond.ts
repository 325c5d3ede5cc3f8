import { type Answer, type Asked, json, text } from "../identity-provider/server.js";
import { findRoute } from "./api/index.js";
import { ApiError, invalid, tooManyRequests, unauthorized } from "./api-error.js";
import type { Call, Reply } from "./call.js";
import { type Desk, readingOf } from "./desk.js";
import type { Faults, ProviderFault } from "./faults.js";
import { respondInStripe } from "./stripe/respond.js";
import type { Spelling } from "./views/reading.js";

/** A recorded request to the API. */
export interface BillingCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** The JSON of the body; the text, if the body is not JSON; undefined without a body. */
  readonly body: unknown;
  /** Null: the connection was closed without an answer. */
  readonly status: number | null;
}

/** What answers requests to the API. */
export interface Api {
  readonly desk: Desk;
  readonly faults: Faults;
  readonly calls: BillingCall[];
  /** Null: no limit. */
  readonly requestsPerMinute: number | null;
  /** The present minute of the limit. */
  readonly window: { startedAt: number; count: number };
}

/** Answers a request to the API, and records the request. */
export async function respondToApi(api: Api, asked: Asked): Promise<Answer | null> {
  const { method, url, headers } = asked;
  const fault = api.faults.take(method, url.pathname);
  const isFaultyBefore = fault !== null && fault.afterWriting !== true;
  const answer = isFaultyBefore ? null : spoken(api, asked);
  const sent = fault ? faulty(fault) : answer;
  const body = bodyOf(asked);
  const status = sent?.status ?? null;
  api.calls.push({ method, path: url.pathname, query: url.searchParams, headers, body, status });
  if (fault?.slowMilliseconds !== undefined) await new Promise((done) => setTimeout(done, fault.slowMilliseconds));
  return sent;
}

function faulty({ status, retryAfterSeconds }: ProviderFault): Answer | null {
  if (status === undefined) return null;
  const answer = json({ error: "InjectedFault", detail: "Set by fail()." }, status);
  if (retryAfterSeconds === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, "retry-after": String(retryAfterSeconds) } };
}

/** The answer in the dialect of the provider. */
const spoken = (api: Api, asked: Asked): Answer =>
  api.desk.dialect === "stripe" ? respondInStripe(api.desk, asked) : answerOf(api, asked);

function answerOf(api: Api, asked: Asked): Answer {
  try {
    return toAnswer(handle(api, asked));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const answer = json(error.body, error.status);
    return { ...answer, headers: { ...answer.headers, ...error.headers } };
  }
}

const toAnswer = ({ status, body }: Reply): Answer =>
  body === null ? { status, headers: {}, body: "" } : json(body, status);

function handle(api: Api, asked: Asked): Reply {
  const { desk } = api;
  const { method, url, headers } = asked;
  if (headers.get("authorization") !== `Bearer ${desk.store.data.accessToken}`) throw unauthorized();
  checkRate(api);
  const found = findRoute(method, url.pathname);
  if (!("handler" in found)) throw missing(found.status, url);
  const spelling = spellingOf(headers) ?? desk.spelling;
  const call: Call = {
    desk,
    spelling,
    reading: readingOf(desk, spelling),
    id: found.id,
    query: url.searchParams,
    body: parse(asked),
  };
  return desk.store.transaction(() => found.handler(call));
}

/** As the provider: a collection has a slash at the end. */
function missing(status: 307 | 404 | 405, url: URL): ApiError {
  if (status === 307) return new ApiError(307, {}, { location: `${url.pathname}/${url.search}` });
  if (status === 405) return new ApiError(405, { detail: "Method Not Allowed" });
  return new ApiError(404, { detail: "Not Found" });
}

/** The spelling of the request's version; null without a version. 2026-10 and 2027-01 are spelled as 2026-04. */
function spellingOf(headers: Headers): Spelling | null {
  const version = headers.get("polar-version");
  if (version === null) return null;
  if (["2026-04", "2026-10", "2027-01"].includes(version)) return "2026-04";
  throw invalid({ loc: ["header", "Polar-Version"], msg: `Unknown API version: ${version}`, type: "value_error" });
}

function parse(asked: Asked): unknown {
  if (asked.body === "") return undefined;
  try {
    return JSON.parse(asked.body);
  } catch {
    throw invalid({ loc: ["body", 0], msg: "JSON decode error", type: "json_invalid" });
  }
}

function bodyOf(asked: Asked): unknown {
  try {
    return parse(asked);
  } catch {
    return asked.body;
  }
}

/** At most `requestsPerMinute` requests in a minute of the provider's clock. */
function checkRate(api: Api): void {
  if (api.requestsPerMinute === null) return;
  const now = api.desk.time.now().getTime();
  const { window } = api;
  if (now - window.startedAt >= 60_000) Object.assign(window, { startedAt: now, count: 0 });
  window.count += 1;
  if (window.count > api.requestsPerMinute) {
    throw tooManyRequests(Math.ceil((window.startedAt + 60_000 - now) / 1000));
  }
}

export const unknownPage = (): Answer => text(404, "This provider for tests has no such page.");
