import type { NodeHeaders } from "../contract/calls.js";
import type { HeaderLookup } from "./incoming-request.js";

/** How long calls share: a stream of events stays open for hours, and its session may end meanwhile. */
const shareMilliseconds = 5000;

/** A request by whose headers calls share a read. */
export interface WithHeaders {
  readonly headers: HeaderLookup | NodeHeaders;
}

/** `by`: with another value, e.g. after a change of the cookies, the call reads again. */
export type SharedRead<Request extends WithHeaders, Value> = (
  request: Request,
  read: () => Promise<Value>,
  by?: string | null,
) => Promise<Value>;

/**
 * Reads once for the calls of a request within five seconds. A WebSocket is handled with the request that opened it for as
 * long as it is open: each of its messages reads.
 *
 * @example const found = await share(request, () => auth.session(request));
 */
export function sharedRead<Request extends WithHeaders, Value>(): SharedRead<Request, Value> {
  const known = new WeakMap<
    Request,
    { readonly by: string | null; readonly until: number; readonly found: Promise<Value> }
  >();
  return (request, read, by = null) => {
    if (isUpgrade(request)) return read();
    const now = performance.now();
    const last = known.get(request);
    if (last && last.by === by && now < last.until) return last.found;
    const found = read();
    known.set(request, { by, until: now + shareMilliseconds, found });
    return found;
  };
}

const isUpgrade = ({ headers }: WithHeaders): boolean =>
  isLookup(headers) ? headers.get("upgrade") !== null : headers.upgrade !== undefined;

const isLookup = (headers: HeaderLookup | NodeHeaders): headers is HeaderLookup => typeof headers.get === "function";
