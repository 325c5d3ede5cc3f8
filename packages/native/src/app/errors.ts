import type { Answer } from "@keyhold/client";

const messages = {
  AUTH_SESSION_CANCELLED: "The user closed the browser, or began another sign-in.",
  AUTH_SESSION_TIMED_OUT: "The browser did not come back in time.",
  AUTH_SESSION_UNAVAILABLE: "The browser could not be opened.",
} as const;

/** The codes of flows in the system browser that end without an answer of the server. */
export type AuthSessionErrorCode = keyof typeof messages;

/** The answer of a flow without an answer of the server. */
export function failed(code: AuthSessionErrorCode, error?: unknown): Answer<never> {
  return { data: null, error: { code, message: messages[code], status: 0, statusText: "", error } };
}

/** The answer of a flow that the server has ended with an error in the redirect, e.g. "access_denied". */
export const rejected = (error: string): Answer<never> => ({
  data: null,
  error: { code: error.toUpperCase(), message: `The sign-in has failed: ${error}.`, status: 0, statusText: "" },
});
