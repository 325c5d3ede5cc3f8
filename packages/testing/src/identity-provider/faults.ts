import type { Json } from "./dialect.js";

/** The endpoints with configurable faults. */
export type FaultyEndpoint = "token" | "revocation" | "profile" | "jwks" | "discovery";

/** A faulty response. The first given field applies; `slowMilliseconds` combines with each. */
export interface AnswerFault {
  readonly slowMilliseconds?: number;
  /** Closes the connection without a response. */
  readonly hangsUp?: boolean;
  readonly redirectTo?: string;
  readonly status?: number;
  /** The body, e.g. truncated JSON. */
  readonly text?: string;
  readonly json?: unknown;
}

/** The faults of later requests, until `recover()`. */
export interface Faults {
  /** Changes the parameters of the callback. */
  readonly callback?: (parameters: URLSearchParams) => void;
  /** Changes the claims of the ID token. */
  readonly claims?: (claims: Json) => Json;
  /**
   * The signature of the ID token: none, by a key that is not in the JWKS, by the public key as a shared secret, with
   * an unknown key id, or by a new key, which the JWKS then has in addition.
   */
  readonly signature?: "none" | "other key" | "public key as secret" | "unknown key id" | "rotated key";
  /**
   * Ignores that the user must authenticate again: a user who is signed in at the provider is not asked, and
   * `auth_time` is the time of that sign-in.
   */
  readonly keepsSignedIn?: boolean;
  /** Changes the response of the token endpoint. */
  readonly tokenAnswer?: (answer: Json) => Json;
  /** Changes a profile. `url`: of the resource. */
  readonly profile?: (answer: unknown, url: string) => unknown;
  readonly answers?: Readonly<Partial<Record<FaultyEndpoint, AnswerFault>>>;
}
