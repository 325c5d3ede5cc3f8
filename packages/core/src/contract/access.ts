import type { Session } from "./context.js";
import type { EndpointStepUp } from "./step-up.js";

/** The type of `session` by the access of an endpoint. */
export interface SessionFor {
  /** Every caller; no session is read. */
  readonly public: null;
  /**
   * Every caller; the session may come from a cached copy. For a GET that only shows the session, with
   * `disableCookieCache` and `disableRefresh` in the query.
   */
  readonly cached: Session | null;
  /** Every caller, with or without a session. */
  readonly optional: Session | null;
  /** Only with a session, else 401. */
  readonly session: Session;
  /**
   * Only with a session in which the user gave a proof, e.g. at the sign-in, at most `session.freshAgeSeconds` ago, and
   * a second factor if the user has enrolled a factor; else 403.
   */
  readonly fresh: Session;
  /** `fresh` with `session.stepUpAgeSeconds`, ten minutes: for changes that take over an account or destroy data. */
  readonly "step-up": Session;
}

/**
 * The access of an endpoint: decides the callers and the type of `session`. See `SessionFor`. `{ fresh, factors }`: a
 * proof of at most as many seconds, 0 for any age; `factors` is "enrolled" by default.
 */
export type Access = keyof SessionFor | { readonly fresh: number; readonly factors?: 1 | 2 | "enrolled" };

/** The session of a call. */
export type SessionOf<A extends Access> = A extends keyof SessionFor ? SessionFor[A] : Session;

/** The maximum age of a proof for access "fresh" in seconds, by the options of the plugin; null: `session.freshAgeSeconds`; 0: any age. */
export type FreshAge<Options> = (options: Options) => number | null;

interface EndpointAccess {
  readonly access: Exclude<keyof SessionFor, "step-up">;
  /** Null: the session need not know of a recent proof. */
  readonly stepUp: EndpointStepUp | null;
}

/** What the pipeline reads of an access. */
export function accessOf(access: Access, freshAgeSeconds: FreshAge<unknown>): EndpointAccess {
  if (typeof access === "object") {
    const { fresh: maxAgeSeconds, factors = "enrolled" } = access;
    return { access: "fresh", stepUp: () => ({ maxAgeSeconds, factors }) };
  }
  if (access !== "fresh" && access !== "step-up") return { access, stepUp: null };
  const stepUp: EndpointStepUp = (options, { session }) => ({
    maxAgeSeconds:
      access === "fresh" ? (freshAgeSeconds(options) ?? session.freshAgeSeconds) : session.stepUpAgeSeconds,
    factors: "enrolled",
  });
  return { access: "fresh", stepUp };
}
