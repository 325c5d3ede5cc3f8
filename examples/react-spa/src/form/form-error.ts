import type { CallError } from "@keyhold/client";
import type { ReactNode } from "react";

/** What is wrong, and at which field it is said; null: at the form as a whole. */
export interface FormError {
  readonly field: string | null;
  readonly text: ReactNode;
}

/** Which code belongs to which field, in the words of this page. Only codes that the call can answer with compile. */
export type Places<Code extends string> = Readonly<Partial<Record<Code, FormError>>>;

/** A refusal of the server as what the person is told. */
export function explain<Code extends string>(error: CallError<Code>, places: Places<Code>): readonly FormError[] {
  const place = places[error.code as Code];
  if (place) return [place];
  if (error.issues?.length) return error.issues.map(({ path, message }) => ({ field: lastPart(path), text: message }));
  return [{ field: null, text: inWords(error) }];
}

/** A field has its own name here, wherever it is in the call: "data.slug" is the field "slug". */
const lastPart = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

/** What may happen to any call. */
export function inWords({ code, status, retryAfterSeconds }: CallError): string {
  if (code === "NETWORK_ERROR") return "No connection to the server. What you typed is still here: try again.";
  if (code === "UNAUTHORIZED") return "You are signed out. Sign in to go on.";
  if (code === "BANNED_USER") return "This account is banned. Ask whoever looks after it if you think that is wrong.";
  if (code === "NOT_ALLOWED_WHILE_IMPERSONATING") return "Only they themselves may do this. Stop acting as them first.";
  if (code === "LINKING_IS_DISABLED") return "No further way to sign in can be linked here.";
  if (code === "SESSION_IS_NOT_FRESH") return "Nothing was changed: this step takes a newer sign-in.";
  if (status === 429) return `Too many tries at once. Wait ${duration(retryAfterSeconds ?? 60)}, then try again.`;
  if (status === 503) return "The server is busy right now. Try again in a moment.";
  return `Something went wrong (${code}). Try again, or come back later.`;
}

function duration(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? "a second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
