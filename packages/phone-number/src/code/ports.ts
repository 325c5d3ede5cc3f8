/** The purpose of a code. A code of one purpose has no effect of the other. */
export type CodeType = "verify" | "reset-password" | "step-up";

/** A message without a code. */
export type NoticeKind = "number-claimed" | "number-removed";

/** A text message. */
export interface SentMessage {
  /**
   * What the code is for: to sign in or verify a number, to set a password, or to confirm a step in a session. Notices
   * to users without an address of email have no code: another person has verified the number, or the number was removed
   * from the account.
   */
  readonly kind: CodeType | NoticeKind;
  /** In E.164, e.g. "+4915112345678". */
  readonly to: string;
  /** Empty in a message without a code. */
  readonly code: string;
  /** The text in English, with the code and the line that phones read. */
  readonly words: string;
  readonly appName: string;
}

/** A service that makes, sends and checks codes itself. */
export interface CodeService {
  /** Makes a code and sends it. */
  start(code: { readonly kind: CodeType; readonly to: string; readonly appName: string }): void | Promise<void>;
  /** Whether a code is right. Called within the budgets of guesses, and not again after a right answer. */
  check(guess: { readonly kind: CodeType; readonly to: string; readonly code: string }): boolean | Promise<boolean>;
}

/** A number that is about to get a message. */
export interface CheckedNumber {
  /** In E.164. */
  readonly number: string;
  readonly caller: { readonly ipAddress: string | null; readonly userAgent: string | null };
}
