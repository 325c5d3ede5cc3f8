/** An action that attracts bots. */
export type ChallengedAction = "sign-up" | "sign-in" | "reset-password" | "send-email";

/** The call that `challenge` decides about. */
export interface ChallengeAttempt {
  readonly action: ChallengedAction;
  /** The header `X-Captcha-Response`, at most 4,096 characters; null if absent. */
  readonly response: string | null;
  /** The client IP address; null if unknown. */
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/**
 * Answers whether the client may go on. If the function throws, the error is logged and the call fails with 503.
 *
 * @example
 * challenge: async ({ response, ipAddress }) => response !== null && (await isSolved(response, ipAddress))
 */
export type Challenge = (attempt: ChallengeAttempt) => boolean | Promise<boolean>;
