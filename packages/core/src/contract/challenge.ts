/** What a client is about to do where bots are expected. */
export type ChallengedAction = "sign-up" | "sign-in" | "reset-password";

export interface ChallengeAttempt {
  readonly action: ChallengedAction;
  /** The header `X-Captcha-Response`, at most 4,096 characters; null when the client sent none. */
  readonly response: string | null;
  /** Of the client; null when it is not known. */
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/**
 * Whether a client may go on. What it throws is logged and answered 503.
 *
 * @example
 * challenge: async ({ response, ipAddress }) => response !== null && (await isSolved(response, ipAddress))
 */
export type Challenge = (attempt: ChallengeAttempt) => boolean | Promise<boolean>;
