import type { Session } from "../contract/context.js";
import type { Connection } from "../http/caller.js";
import type { HeaderLookup, IncomingRequest } from "../http/incoming-request.js";
import type { RawInput } from "../http/input.js";
import type { Route } from "../startup/define-auth.js";

/** A call of a route, from an entry point. */
export interface IncomingCall {
  readonly route: Route;
  /** Null for a server-side call. */
  readonly request: IncomingRequest | null;
  readonly headers: HeaderLookup;
  /** The object from which the headers come, if they were converted. */
  readonly source?: object | undefined;
  readonly connection: Connection;
  /** The path parameters of a request; the whole input of a server-side call. */
  readonly input: RawInput;
  readonly checks: EntryChecks;
  /** The row of the session stays as it is. Default false. */
  readonly isReadOnly?: boolean;
  /** Gets the `Set-Cookie` lines of the session as soon as they are known: error responses contain them, too. */
  readonly setCookie: ((line: string) => void) | undefined;
  /** Gets the response headers of token mode, as `setCookie` gets the cookies. */
  readonly setHeader: ((name: string, value: string) => void) | undefined;
  /** Gets the session as soon as it is read: for the hooks of an error. */
  readonly onSession?: (session: Session | null) => void;
}

/** The stages that apply to the callers of an entry point. */
export interface EntryChecks {
  /** Whether the request must come from a trusted origin, or else has no credentials. */
  readonly origin: boolean;
  readonly rateLimit: boolean;
  readonly challenge: boolean;
}
