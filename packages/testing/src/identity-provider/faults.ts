import type { Json } from "./dialect.js";

/** The endpoints of a provider that can misbehave. */
export type FaultyEndpoint = "token" | "profile" | "jwks" | "discovery";

/** An answer that is none. The first that is given is done; `slowMilliseconds` goes with any. */
export interface AnswerFault {
  readonly slowMilliseconds?: number;
  /** Ends the connection without an answer. */
  readonly hangsUp?: boolean;
  readonly redirectTo?: string;
  readonly status?: number;
  /** The body, e.g. JSON that ends too early. */
  readonly text?: string;
  readonly json?: unknown;
}

/** What goes wrong from now on, until `recover()`. */
export interface Faults {
  /** What the browser brings back, changed. */
  readonly callback?: (parameters: URLSearchParams) => void;
  /** What is signed as the ID token, changed. */
  readonly claims?: (claims: Json) => Json;
  /**
   * How it is signed: not at all, by a key that is not in the JWKS, by the public key as a shared secret, with a key id
   * that is unknown, or by a new key, which the JWKS holds as well from now on.
   */
  readonly signature?: "none" | "other key" | "public key as secret" | "unknown key id" | "rotated key";
  /** The token endpoint's answer, changed. */
  readonly tokenAnswer?: (answer: Json) => Json;
  /** A profile, changed. `url`: of the resource. */
  readonly profile?: (answer: unknown, url: string) => unknown;
  readonly answers?: Readonly<Partial<Record<FaultyEndpoint, AnswerFault>>>;
}
