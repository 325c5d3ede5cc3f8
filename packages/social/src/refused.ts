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
import { type CallbackCode, FlowRefusal } from "./callback-codes.js";
import { trusted } from "./finish.js";
import type { Flow } from "./state.js";

/** A refusal as it is told: a code for the app, and for developers a sentence. */
export interface Refused {
  readonly code: string;
  readonly explanation: string;
}

/** What somebody came for, as far as it is known. */
export interface Attempt {
  readonly providerId: string;
  readonly purpose: "sign-in" | "link" | null;
}

function readAuthError({ takenCodes }: Context, { purpose }: Attempt, { code, status, message }: AuthError): Refused {
  const told = (found: CallbackCode, explanation = message): Refused => ({ code: found, explanation });
  if (code === "FAILED_TO_CREATE_SESSION") return told("unable_to_create_session");
  if (code === "UNAUTHORIZED" && purpose === "link") {
    return told("please_restart_the_process", "The session that the account was to be linked in has ended meanwhile.");
  }
  const isTaken = code === "USER_ALREADY_EXISTS" || [...takenCodes.values()].includes(code);
  if (isTaken) return told("unable_to_create_user");
  // A rule of the app or of a plugin said no: it has a word of its own for why.
  return status >= 500 ? told("internal_server_error") : { code: code.toLowerCase(), explanation: message };
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

const log = (ctx: Context, { providerId }: Attempt, thrown: unknown): void =>
  ctx.later(`Letting somebody in by ${providerId}`, () => Promise.reject(thrown));

/** Tells listeners. */
export function tellRefused(
  ctx: Context,
  { code, explanation }: Refused,
  { providerId, purpose, caller }: Attempt & { readonly caller: Caller },
): void {
  const { ipAddress, userAgent } = caller;
  ctx.emit({ type: "social.refused", providerId, purpose, code, explanation, ipAddress, userAgent });
}

/** As much as the error page shows. */
const longestExplanation = 200;

/** To the page that the flow named for it, or else to the error page. */
export function redirectRefused(ctx: Context, flow: Flow | null, { code, explanation }: Refused): RedirectOutcome {
  const { settings } = ctx;
  const named = flow?.errorCallbackURL ?? null;
  const page = (named === null ? null : trusted(ctx, named)) ?? settings.errorURL;
  const told = isDevelopment(ctx) && { error_description: explanation.slice(0, longestExplanation) };
  return redirect(withQuery(settings, page, { error: code, ...told }));
}

/** Without TLS nobody is served but who builds the app. */
const isDevelopment = ({ settings }: Context): boolean => settings.origin.startsWith("http:");
