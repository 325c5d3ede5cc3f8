import type { Connection } from "../http/caller.js";
import type { HeaderLookup, IncomingRequest } from "../http/incoming-request.js";
import type { RawInput } from "../http/input.js";
import type { Route } from "../startup/define-auth.js";

/** A call of a route, as its entry hands it in. */
export interface IncomingCall {
  readonly route: Route;
  /** Null for a server call. */
  readonly request: IncomingRequest | null;
  readonly headers: HeaderLookup;
  readonly connection: Connection;
  /** The path parameters of a request; the whole input of a server call. */
  readonly input: RawInput;
  readonly checks: EntryChecks;
  /** Receives the `Set-Cookie` lines of the session as soon as they are known: error answers carry them, too. */
  readonly setCookie: ((line: string) => void) | undefined;
}

/** Which stages apply to the callers of an entry. */
export interface EntryChecks {
  /** Whether the request must come from a trusted origin, or else carries no credentials. */
  readonly origin: boolean;
  readonly rateLimit: boolean;
  readonly challenge: boolean;
}
