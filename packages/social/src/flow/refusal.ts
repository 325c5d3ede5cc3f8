import {
  type AuthError,
  type Caller,
  type Context,
  isAuthError,
  isStorageUnavailable,
  type RedirectOutcome,
  redirect,
  withQuery,
} from "@keyhold/core";
import { parseLine } from "../identity/identity.js";
import type { CallbackParameters } from "../provider.js";
import type { CallbackCode } from "./callback-codes.js";
import { type Flow, stillTrusted } from "./state.js";

/**
 * Ends a flow. `explanation` says what was the cause in one sentence, for the log and for developers: it names cookies,
 * URLs and parameters, and never holds what was in them.
 */
export class FlowRefusal extends Error {
  override readonly name = "FlowRefusal";
  constructor(
    readonly code: CallbackCode,
    readonly explanation: string,
    options?: { readonly cause?: unknown },
  ) {
    super(explanation, options);
  }
}

/** A refusal as it is told: a code for the app, and for developers a sentence. */
export interface Refused {
  readonly code: string;
  readonly explanation: string;
}

/** As much as the error page shows. */
const longestExplanation = 200;

/** What somebody came for, as far as it is known. */
export interface Attempt {
  readonly providerId: string;
  readonly purpose: "sign-in" | "link" | null;
  readonly caller: Caller;
}

/** What a flow ended with, as a refusal; a surprise is logged and told as nothing but that. */
export function readRefusal(ctx: Context, attempt: Attempt, thrown: unknown): Refused {
  const isExpected = thrown instanceof FlowRefusal || isAuthError(thrown);
  if (!isExpected || thrown.cause !== undefined) log(ctx, attempt, thrown);
  if (thrown instanceof FlowRefusal) return thrown;
  if (isAuthError(thrown)) return readAuthError(ctx, attempt, thrown);
  const code: CallbackCode = "internal_server_error";
  if (isStorageUnavailable(thrown)) return { code, explanation: "The database could not be reached." };
  return { code, explanation: "A surprise, of which the log says more." };
}

function readAuthError({ takenCodes }: Context, { purpose }: Attempt, error: AuthError): Refused {
  const { code, status, message } = error;
  const told = (found: CallbackCode, explanation = message): Refused => ({ code: found, explanation });
  if (code === "FAILED_TO_CREATE_SESSION") return told("unable_to_create_session");
  if (code === "UNAUTHORIZED" && purpose === "link") {
    return told("please_restart_the_process", "The session that the account was to be linked in has ended meanwhile.");
  }
  const isTaken = code === "USER_ALREADY_EXISTS" || [...takenCodes.values()].includes(code);
  if (isTaken) return told("unable_to_create_user");
  // A rule of the app or of a plugin said no: it has a word of its own for why.
  return status >= 500 ? told("internal_server_error") : { code: error.callbackCode, explanation: message };
}

const log = (ctx: Context, { providerId }: Attempt, thrown: unknown): void =>
  ctx.later(`Letting somebody in by ${providerId}`, () => Promise.reject(thrown));

/** What a provider says went wrong there (RFC 6749, section 4.1.2.1), e.g. that the person said no; null when nothing did. */
export function readProviderError({ error, error_description: description }: CallbackParameters): Refused | null {
  if (error === undefined) return null;
  const code = error.slice(0, 64).replace(/[^\w.-]+/g, "_") || "unknown";
  return { code, explanation: parseLine(description, longestExplanation) ?? "The provider gave no reason." };
}

/** Tells listeners. */
export function tellRefused(ctx: Context, { code, explanation }: Refused, attempt: Attempt): void {
  const { providerId, purpose, caller } = attempt;
  const { ipAddress, userAgent } = caller;
  ctx.emit({ type: "social.refused", providerId, purpose, code, explanation, ipAddress, userAgent });
}

/** To the page that the flow named for it, or else to the error page. */
export function redirectRefused(ctx: Context, flow: Flow | null, { code, explanation }: Refused): RedirectOutcome {
  const { settings } = ctx;
  const named = flow?.errorCallbackURL ?? null;
  const page = (named === null ? null : stillTrusted(ctx, named)) ?? settings.errorURL;
  const told = isDevelopment(ctx) && { error_description: explanation.slice(0, longestExplanation) };
  return redirect(withQuery(settings, page, { error: code, ...told }));
}

/** Without TLS nobody is served but who builds the app. */
const isDevelopment = ({ settings }: Context): boolean => settings.origin.startsWith("http:");
