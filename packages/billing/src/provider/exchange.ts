import { BillingProviderError } from "./error.js";

/** A request that is ready to be sent. */
export interface Prepared {
  /** For messages: without the id. */
  readonly name: string;
  readonly isWrite: boolean;
  readonly url: URL;
  readonly init: RequestInit;
  readonly timeoutSeconds: number;
  readonly fetch: typeof globalThis.fetch;
}

/** An answer with its JSON; undefined for an answer without a body. */
export interface Exchanged {
  readonly response: Response;
  readonly json: unknown;
}

/** Sends a request once. Throws "unavailable" without an answer, and for a successful answer that is not JSON. */
export async function exchange({ name, isWrite, url, init, timeoutSeconds, fetch }: Prepared): Promise<Exchanged> {
  const unavailable = (cause: unknown): BillingProviderError =>
    new BillingProviderError(name, { reason: "unavailable", mayHaveHappened: isWrite, cause });
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  const response = await fetch(url, { ...init, redirect: "manual", signal }).catch((error: unknown) => {
    throw unavailable(error);
  });
  const text = await response.text().catch((error: unknown) => {
    throw unavailable(error);
  });
  const json = parse(text);
  if (response.ok && text !== "" && json === undefined) throw unavailable(new TypeError("The answer is not JSON."));
  return { response, json };
}

/** The path with the id. Throws "not-found" for an id that a URL reads as another path. */
export function pathWith(name: string, path: string, id: string | undefined): string {
  if (id === undefined) return path;
  if (["", ".", ".."].includes(id)) throw new BillingProviderError(name, { reason: "not-found" });
  return path.replace("{id}", () => encodeURIComponent(id));
}

/** The seconds of the header `retry-after`; null without the header, and for a date. */
export function retryAfterIn({ headers }: Response): number | null {
  const header = headers.get("retry-after");
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
