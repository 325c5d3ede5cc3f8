import type { Issue } from "@keyhold/core";
import type { StepUpNeed } from "@keyhold/core/plugin";

/** The codes of failures without a response of the server. */
export type ClientErrorCode =
  /** No response: no connection, an unknown host name, or an origin that the server does not allow. */
  | "NETWORK_ERROR"
  /** The call was aborted by its `signal`. */
  | "ABORTED"
  /** The response is not from this server, e.g. a proxy's error page. */
  | "UNEXPECTED_RESPONSE";

/** Why a call failed: the server's JSON body and the HTTP status. */
export interface CallError<Code extends string = string> {
  /** The code for branches and translations: a code of this route, or of the client. */
  readonly code: Code | ClientErrorCode;
  /** An English sentence. */
  readonly message: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly statusText: string;
  /** The invalid fields, if the input was rejected. */
  readonly issues?: readonly Issue[];
  /** What the user must prove before the call. */
  readonly stepUp?: StepUpNeed;
  /** "unknown-credential": no user has the passkey, and the password manager may forget it. */
  readonly signal?: string;
  /** Seconds until the client may retry, e.g. after "TOO_MANY_REQUESTS". */
  readonly retryAfterSeconds?: number;
  /** The error of `fetch`, without a response. */
  readonly error?: unknown;
}

/** The result of a call, which never rejects. If `error` is null, `data` is set. */
export type Answer<Data, Code extends string = string> =
  | { readonly data: Data; readonly error: null }
  | { readonly data: null; readonly error: CallError<Code> };

type Body = Readonly<Record<string, unknown>>;

/** The error of a response without success. A body without a `code` is not from this server. */
export function errorAnswer(body: unknown, { status, statusText, headers }: Response): CallError {
  const said: Body = Object(body);
  const code = typeof said.code === "string" ? said.code : "UNEXPECTED_RESPONSE";
  const message = typeof said.message === "string" ? said.message : "Unexpected response.";
  // A date would compare two clocks. This server sends seconds.
  const seconds = headers.get("retry-after") ?? "";
  const wait = /^\d+$/.test(seconds) && { retryAfterSeconds: Number(seconds) };
  return { ...said, code, message, status, statusText, ...wait };
}

/** The error of a call without a response. */
export const noAnswer = (
  error: unknown,
  isAborted: boolean | undefined,
  catchAllError: boolean | undefined,
): CallError => ({
  code: isAborted ? "ABORTED" : "NETWORK_ERROR",
  message: isAborted ? "Aborted." : "No response.",
  status: 0,
  statusText: "",
  error,
  ...(catchAllError && captured),
});

const captured = {
  message: "Fetch related error. Captured by catchAllError option. See error property for more details.",
  status: 500,
  statusText: "Fetch Error",
};
