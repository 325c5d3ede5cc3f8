import type { CallError } from "@keyhold/client";
import type { ReactNode } from "react";

/** A problem and its field; null: the form as a whole. */
export interface FormError {
  readonly field: string | null;
  readonly text: ReactNode;
}

/** The field and the text of each code. Only codes of the call compile. */
export type Places<Code extends string> = Readonly<Partial<Record<Code, FormError>>>;

/** Converts a server's error to problems of the form. */
export function explain<Code extends string>(error: CallError<Code>, places: Places<Code>): readonly FormError[] {
  const place = places[error.code as Code];
  if (place) return [place];
  if (error.issues?.length) return error.issues.map(({ path, message }) => ({ field: lastPart(path), text: message }));
  return [{ field: null, text: inWords(error) }];
}

/** The name of a field without the path: "data.slug" is the field "slug". */
const lastPart = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

/** Texts for errors that every call can have. */
export function inWords({ code, status, retryAfterSeconds }: CallError): string {
  if (code === "NETWORK_ERROR") return "No connection to the server. What you typed is still here: try again.";
  if (code === "UNAUTHORIZED") return "You are signed out. Sign in to go on.";
  if (code === "BANNED_USER") return "This account is banned. Ask an administrator if you think that is wrong.";
  if (code === "NOT_ALLOWED_WHILE_IMPERSONATING") return "Only they themselves may do this. Stop acting as them first.";
  if (code === "LINKING_IS_DISABLED") return "No further way to sign in can be linked here.";
  if (code === "SESSION_IS_NOT_FRESH") return "No change was made: this step needs a newer sign-in.";
  if (code === "STEP_UP_REQUIRED") return "No change was made: this step needs your second factor.";
  if (code === "TOO_MANY_ATTEMPTS") return tooManyCodes(retryAfterSeconds);
  if (status === 429) return `Too many tries at once. Wait ${duration(retryAfterSeconds ?? 60)}, then try again.`;
  if (status === 503) return "The server is busy right now. Try again in a moment.";
  return `An error occurred (${code}). Try again, or come back later.`;
}

/** Without a time the server has closed this kind of code, until another factor opens it. */
const tooManyCodes = (seconds: number | undefined): string =>
  seconds === undefined
    ? "Too many wrong codes: this kind is closed. Use another way."
    : `Too many wrong codes. Wait ${duration(seconds)}, or sign in again.`;

function duration(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? "a second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
