import type { Issue } from "@keyhold/core";

/** What can go wrong before or instead of an answer of the server. */
export type ClientErrorCode =
  /** No answer came: no connection, a name that cannot be resolved, an origin that the server does not allow. */
  | "NETWORK_ERROR"
  /** The call's `signal` ended it. */
  | "ABORTED"
  /** Something answered that is not this server, e.g. a proxy's error page. */
  | "UNEXPECTED_RESPONSE";

/** Why a call failed: the server's JSON body, with the status it came with. */
export interface CallError<Code extends string = string> {
  /** What to branch on and to translate; the codes that this very call can answer with. */
  readonly code: Code | ClientErrorCode;
  /** One English sentence. */
  readonly message: string;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly statusText: string;
  /** The fields that were refused, when the input was. */
  readonly issues?: readonly Issue[];
  /** How long the server asks to wait, e.g. after "TOO_MANY_REQUESTS". */
  readonly retryAfterSeconds?: number;
  /** What `fetch` threw, when there was no answer. */
  readonly error?: unknown;
}

/** What a call resolves to. It never rejects: look at `error` first, and `data` is there. */
export type Answer<Data, Code extends string = string> =
  | { readonly data: Data; readonly error: null }
  | { readonly data: null; readonly error: CallError<Code> };

type Body = Readonly<Record<string, unknown>>;

/** The error in an answer that is not a success; the words of a stranger count as none of ours. */
export function refusal(body: unknown, { status, statusText, headers }: Response): CallError {
  const said: Body = typeof body === "object" && body !== null ? (body as Body) : {};
  const code = typeof said.code === "string" ? said.code : "UNEXPECTED_RESPONSE";
  const message =
    typeof said.message === "string" ? said.message : statusText || "The server's answer was not understood.";
  const wait = headers.get("retry-after") ?? "";
  const timeoutMilliseconds = /^\d+$/.test(wait) ? { retryAfterSeconds: Number(wait) } : {};
  return { ...said, code, message, status, statusText, ...timeoutMilliseconds };
}

/** The error of a call that got no answer. */
export function noAnswer(thrown: unknown, isAborted: boolean, catchAllError: boolean): CallError {
  const code = isAborted ? "ABORTED" : "NETWORK_ERROR";
  if (catchAllError) {
    const message = "Fetch related error. Captured by catchAllError option. See error property for more details.";
    return { code, message, status: 500, statusText: "Fetch Error", error: thrown };
  }
  const message = isAborted ? "The call was aborted." : "The server could not be reached.";
  return { code, message, status: 0, statusText: "", error: thrown };
}
