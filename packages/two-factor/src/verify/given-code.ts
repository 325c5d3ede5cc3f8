import type { Caller } from "@keyhold/core/plugin";
import type { Subject } from "../subject.js";

/** A code that a user has given. */
export interface GivenCode {
  readonly subject: Subject;
  readonly code: string;
  readonly trustDevice: boolean;
  /** Whether other sessions end if the code confirms a factor. Default true. */
  readonly revokeOtherSessions?: boolean;
  readonly caller: Caller;
}

/** The errors of every kind of code. */
export type GuessCode = "INVALID_TWO_FACTOR_COOKIE" | "TOO_MANY_ATTEMPTS" | "FAILED_TO_CREATE_SESSION";
