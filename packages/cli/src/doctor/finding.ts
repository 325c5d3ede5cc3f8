/** The result of a check. */
export interface Finding {
  readonly level: "ok" | "warn" | "fail";
  /** What was checked, in a word or two. */
  readonly subject: string;
  readonly message: string;
  /** What to change; null for "ok". */
  readonly remedy: string | null;
}

export const ok = (subject: string, message: string): Finding => ({ level: "ok", subject, message, remedy: null });

export const warn = (subject: string, message: string, remedy: string): Finding => ({
  level: "warn",
  subject,
  message,
  remedy,
});

export const fail = (subject: string, message: string, remedy: string): Finding => ({
  level: "fail",
  subject,
  message,
  remedy,
});
