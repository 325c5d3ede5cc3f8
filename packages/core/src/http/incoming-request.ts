import { commonError } from "../contract/errors.js";

/** Finds a header by its name in lower case. `Headers` is one. */
export interface HeaderLookup {
  get(name: string): string | null;
}

/** Runs work behind the answer. `what` names it in the log. */
export type Later = (what: string, work: () => Promise<unknown>) => void;

/** A body that is read when it is needed, and only then. */
export interface IncomingBody {
  /** Every byte, once. Rejects with 413 for more than `maxBytes`, with 400 for a body that broke off. */
  read(maxBytes: number): Promise<Uint8Array>;
  /** Throws away what was not read, so that the sender gets to see an error answer. Never rejects. */
  discard(later: Later): Promise<void>;
}

/** An HTTP request as data. Each entry makes it of what its server has. */
export interface IncomingRequest {
  readonly method: string;
  /** As it was sent, neither decoded nor resolved, e.g. "/api/auth/ok". */
  readonly path: string;
  /** What follows the first "?", without it; "" if there is none. */
  readonly query: string;
  readonly headers: HeaderLookup;
  /** Null for GET and HEAD. */
  readonly body: IncomingBody | null;
  /** The request without its body, for functions of the app that take a `Request`. */
  toRequest(): Request;
}

/** The path and the query of a request target (RFC 9112, 3.2.1). A fragment is of neither. */
export function splitTarget(target: string): Pick<IncomingRequest, "path" | "query"> {
  const hash = target.indexOf("#");
  const whole = hash === -1 ? target : target.slice(0, hash);
  const mark = whole.indexOf("?");
  return mark === -1 ? { path: whole, query: "" } : { path: whole.slice(0, mark), query: whole.slice(mark + 1) };
}

/** The sender went away or gave up: half a body is not JSON, and no surprise. */
export const brokenOff = (): Error => commonError("INVALID_JSON");

/** What is read and thrown away of a body that nothing asked for, so that its sender gets to see the answer. */
export const maxDiscardedBytes = 32 * 1024 * 1024;
