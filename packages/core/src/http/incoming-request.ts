import { commonError } from "../contract/errors.js";

/** Finds a header by name in lower case. `Headers` implements this interface. */
export interface HeaderLookup {
  get(name: string): string | null;
}

/** Runs work after the response. `what` names the work in the log. */
export type Later = (what: string, work: () => Promise<unknown>) => void;

/** A request body, read on demand. */
export interface IncomingBody {
  /**
   * Every byte, once. Rejects with 413 for more than `maxBytes`, with 400 for an incomplete body. `isSigned`: exactly the
   * bytes that were sent, and no value that was parsed and serialized again. Default false.
   */
  read(maxBytes: number, isSigned?: boolean): Promise<Uint8Array>;
  /** Discards the unread rest, so that the sender can read an error response. Never rejects. */
  discard(later: Later): Promise<void>;
}

/** An HTTP request as data. Each entry point creates it from the request of the server. */
export interface IncomingRequest {
  readonly method: string;
  /** Exactly as sent, neither decoded nor resolved, e.g. "/api/auth/ok". */
  readonly path: string;
  /** The part after the first "?"; "" without a query. */
  readonly query: string;
  readonly headers: HeaderLookup;
  /** Null for GET and HEAD. */
  readonly body: IncomingBody | null;
  /** The request without the body, for functions of the app with a `Request` parameter. */
  toRequest(): Request;
}

/** The path and the query of a request target (RFC 9112, 3.2.1), without a fragment. */
export function splitTarget(target: string): Pick<IncomingRequest, "path" | "query"> {
  const hash = target.indexOf("#");
  const whole = hash === -1 ? target : target.slice(0, hash);
  const mark = whole.indexOf("?");
  return mark === -1 ? { path: whole, query: "" } : { path: whole.slice(0, mark), query: whole.slice(mark + 1) };
}

/** The sender aborted the request: an incomplete body is not JSON, and not an unexpected error. */
export const brokenOff = (): Error => commonError("INVALID_JSON");

/** The maximum number of bytes of an unread body that are discarded, so that the sender can read the response. */
export const maxDiscardedBytes = 32 * 1024 * 1024;
