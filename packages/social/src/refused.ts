import {
  type AuthError,
  type Caller,
  type Context,
  isAuthError,
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

const codeOfError = ({ takenCodes }: Context, { code, status }: AuthError): string => {
  if (code === "FAILED_TO_CREATE_SESSION") return "unable_to_create_session" satisfies CallbackCode;
  if (code === "UNAUTHORIZED") return "please_restart_the_process" satisfies CallbackCode;
  const isTaken = code === "USER_ALREADY_EXISTS" || [...takenCodes.values()].includes(code);
  if (isTaken) return "unable_to_create_user" satisfies CallbackCode;
  // A rule of the app or of a plugin said no: it has a word of its own for why.
  return status >= 500 ? ("internal_server_error" satisfies CallbackCode) : code.toLowerCase();
};

/** What a flow ended with, as a refusal; a surprise is logged and told as nothing but that. */
export function readRefusal(ctx: Context, providerId: string, thrown: unknown): Refused {
  if (thrown instanceof FlowRefusal) {
    if (thrown.cause !== undefined) log(ctx, providerId, thrown);
    return thrown;
  }
  if (isAuthError(thrown)) return { code: codeOfError(ctx, thrown), explanation: thrown.message };
  log(ctx, providerId, thrown);
  return { code: "internal_server_error", explanation: "A surprise, of which the log says more." };
}

const log = (ctx: Context, providerId: string, thrown: unknown): void =>
  ctx.later(`Letting somebody in by ${providerId}`, () => Promise.reject(thrown));

/** Tells listeners. */
export function tellRefused(
  ctx: Context,
  { code, explanation }: Refused,
  { providerId, purpose, caller }: { providerId: string; purpose: "sign-in" | "link" | null; caller: Caller },
): void {
  const { ipAddress, userAgent } = caller;
  ctx.emit({ type: "social.refused", providerId, purpose, code, explanation, ipAddress, userAgent });
}

/** To the page that the flow named for it, or else to the error page. */
export function redirectRefused(ctx: Context, flow: Flow | null, { code, explanation }: Refused): RedirectOutcome {
  const { settings } = ctx;
  const named = flow?.errorCallbackURL ?? null;
  const page = (named === null ? null : trusted(ctx, named)) ?? `${settings.basePath}/error`;
  return redirect(
    withQuery(settings, page, { error: code, ...(isDevelopment(ctx) && { error_description: explanation }) }),
  );
}

/** Without TLS nobody is served but who builds the app. */
const isDevelopment = ({ settings }: Context): boolean => settings.origin.startsWith("http:");
