import { type AuthError, isAuthError } from "@keyhold/core";
import { isStorageUnavailable } from "@keyhold/core/adapter";
import { type Caller, type Context, type RedirectOutcome, redirect, withQuery } from "@keyhold/core/plugin";
import type { CallbackCode } from "./callback-codes.js";
import { stillTrusted } from "./state.js";
import type { Within } from "./within.js";

/** A code besides `callbackCodes`: the provider's, or the error code of a hook. */
export interface ForeignCode {
  readonly foreign: string;
}

export interface FlowErrorOptions {
  /** Logged with the error; left out if the message is sufficient. */
  readonly cause?: unknown;
  readonly isRetryable?: boolean;
}

/**
 * The only error by which a flow fails. `code`: `?error=` of the page that the browser is redirected to. `message`: the
 * cause in one sentence, for the log and for developers. The message names cookies, URLs and parameters, never their
 * values.
 */
export class FlowError extends Error {
  override readonly name = "FlowError";
  readonly code: string;
  /** Another caller wrote first. The transaction is rolled back, and may succeed on the next run. */
  readonly isRetryable: boolean;

  constructor(code: CallbackCode | ForeignCode, message: string, options: FlowErrorOptions = {}) {
    super(message, options);
    this.code = typeof code === "string" ? code : code.foreign;
    this.isRetryable = options.isRetryable ?? false;
  }
}

/** What a client tried, as far as known. */
export interface Attempt {
  readonly providerId: string;
  readonly purpose: "sign-in" | Within["purpose"] | null;
  readonly caller: Caller;
}

/**
 * Converts an error of a flow to a `FlowError`, logs an error that is unexpected or has a cause, and emits
 * `social.failed`.
 */
export function reportFailure(ctx: Context, attempt: Attempt, thrown: unknown): FlowError {
  const { providerId, purpose, caller } = attempt;
  const error = asFlowError(ctx, attempt, thrown);
  const { code, message: explanation, cause } = error;
  const isExpected = thrown instanceof FlowError || isAuthError(thrown);
  if (!isExpected || cause !== undefined)
    ctx.later(`Signing in or linking with ${providerId}`, () => Promise.reject(thrown));
  const { ipAddress, userAgent } = caller;
  ctx.emit({ type: "social.failed", providerId, purpose, code, explanation, ipAddress, userAgent });
  return error;
}

function asFlowError(ctx: Context, attempt: Attempt, thrown: unknown): FlowError {
  if (thrown instanceof FlowError) return thrown;
  if (isAuthError(thrown)) return fromAuthError(ctx, attempt, thrown);
  const explanation = isStorageUnavailable(thrown)
    ? "The database could not be reached."
    : "An unexpected error: see the log.";
  return new FlowError("internal_server_error", explanation, { cause: thrown });
}

function fromAuthError({ takenErrors }: Context, { purpose }: Attempt, error: AuthError): FlowError {
  const { code, status, message, cause } = error;
  const failed = (found: CallbackCode | ForeignCode, explanation = message): FlowError =>
    new FlowError(found, explanation, { cause });
  if (code === "FAILED_TO_CREATE_SESSION") return failed("unable_to_create_session");
  if (code === "UNAUTHORIZED" && purpose !== null && purpose !== "sign-in") {
    const undone = purpose === "link" ? "the account was not linked to the session's user" : "nothing was proven in it";
    return failed("please_restart_the_process", `The session has ended, so ${undone}.`);
  }
  const isTaken = code === "USER_ALREADY_EXISTS" || [...takenErrors.values()].some((taken) => taken?.code === code);
  if (isTaken) return failed("unable_to_create_user");
  // The error of a hook keeps the hook's code.
  return failed(status >= 500 ? "internal_server_error" : { foreign: error.callbackCode });
}

/** The error page truncates longer texts. */
export const maxExplanationLength = 200;

/** Redirects to the `errorCallbackURL` of the caller's flow, else to the app's error page. */
export function redirectToErrorPage(
  ctx: Context,
  from: { readonly errorCallbackURL: string; readonly caller: Caller } | null,
  { code, message }: FlowError,
): RedirectOutcome {
  const { settings } = ctx;
  const page = (from && stillTrusted(ctx, from.caller, from.errorCallbackURL)) ?? settings.errorURL;
  const described = isDevelopment(ctx) && { error_description: message.slice(0, maxExplanationLength) };
  return redirect(withQuery(settings, page, { error: code, ...described }));
}

/** An origin without TLS is a development server. */
const isDevelopment = ({ settings }: Context): boolean => settings.origin.startsWith("http:");
