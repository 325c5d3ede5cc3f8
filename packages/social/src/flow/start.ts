import type { CommonErrorCode } from "@keyhold/core";
import { type Caller, type Context, commonErrors, issueOneTimeToken } from "@keyhold/core/plugin";
import { socialErrors } from "../errors.js";
import { authorizationUrl } from "../oauth/authorization-url.js";
import { connect, failUnavailable } from "../oauth/connection.js";
import type { Social } from "../options.js";
import type { Provider } from "../provider.js";
import { browserSecret } from "./browser-cookie.js";
import { flowToken, newCodeVerifier, newNonce } from "./state.js";
import type { HandOver, Within } from "./within.js";

export interface Start {
  readonly provider: Provider;
  /** What the flow does in the caller's session; null: signs in. */
  readonly within: Within | null;
  /** Keeps the callback for another client, which finishes the flow in its own session. Default: no other client. */
  readonly handOver?: HandOver;
  /** Scopes in addition to the config's. */
  readonly scopes: readonly string[];
  readonly loginHint?: string | undefined;
  readonly callbackURL?: string | undefined;
  readonly errorCallbackURL?: string | undefined;
  readonly newUserCallbackURL?: string | undefined;
  readonly requestSignUp: boolean;
  /** Whether a session that the flow opens outlives the browser. Default true. */
  readonly isRemembered?: boolean;
  readonly caller: Caller;
}

export interface Started {
  /** The authorization URL. */
  readonly url: string;
  readonly cookies: readonly string[];
}

/**
 * Starts a flow (RFC 6749, section 4.1, with PKCE, RFC 7636): stores the flow, binds it to the browser, and answers the
 * authorization URL.
 *
 * @throws AuthError INVALID_CALLBACKURL, INVALID_ERRORCALLBACKURL or INVALID_NEWUSERCALLBACKURL if
 * the URLs are too long to store; SERVICE_UNAVAILABLE if the provider's discovery document cannot be fetched.
 */
export async function startFlow(ctx: Context<"BROWSER_FLOW_REQUIRED">, social: Social, start: Start): Promise<Started> {
  const { provider, within, caller } = start;
  // The provider sends a browser back, and that has neither the token nor what binds the flow to the client.
  if (caller.isBearer) return ctx.fail(socialErrors.BROWSER_FLOW_REQUIRED);
  checkAddressLengths(ctx, start);
  const { server } = await connect(ctx, social, provider).catch((cause: unknown) => failUnavailable(ctx, cause));
  const browser = browserSecret(ctx, caller);
  const codeVerifier = newCodeVerifier();
  const nonce = newNonce();
  const scopes = scopesFor(provider, start.scopes);
  const state = await issueOneTimeToken(ctx, flowToken, {
    providerId: provider.id,
    within: within && { purpose: within.purpose, userId: within.session.userId, sessionId: within.session.id },
    handOver: start.handOver ?? null,
    startedAt: ctx.now().getTime(),
    browser: browser.fingerprint,
    codeVerifier,
    nonce,
    scopes,
    callbackURL: start.callbackURL ?? new URL(ctx.settings.appUrl).pathname,
    errorCallbackURL: start.errorCallbackURL ?? null,
    newUserCallbackURL: start.newUserCallbackURL ?? null,
    requestSignUp: start.requestSignUp,
    isRemembered: start.isRemembered ?? true,
  });
  const url = await authorizationUrl(ctx, server, { ...start, scopes, state, codeVerifier, nonce });
  return { url, cookies: [browser.cookie] };
}

/** Throws SCOPE_NOT_ALLOWED for scopes that a client may not request. */
export function checkScopes(
  ctx: Context<"SCOPE_NOT_ALLOWED">,
  { options: { allowedScopes } }: Provider,
  scopes: readonly string[],
): void {
  if (allowedScopes && scopes.some((scope) => !allowedScopes.includes(scope))) ctx.fail(socialErrors.SCOPE_NOT_ALLOWED);
}

/** A single row stores all URLs of a flow. */
const maxAddressesLength = 2048;

const addressErrors = [
  ["callbackURL", "INVALID_CALLBACKURL"],
  ["errorCallbackURL", "INVALID_ERRORCALLBACKURL"],
  ["newUserCallbackURL", "INVALID_NEWUSERCALLBACKURL"],
] as const satisfies readonly (readonly [keyof Start, CommonErrorCode])[];

function checkAddressLengths(ctx: Context, start: Start): void {
  let room = maxAddressesLength;
  for (const [name, code] of addressErrors) {
    room -= start[name]?.length ?? 0;
    if (room < 0) ctx.fail(commonErrors[code]);
  }
}

function scopesFor({ declaration, options }: Provider, wanted: readonly string[]): readonly string[] {
  const defaults = options.disableDefaultScopes ? [] : declaration.scopes;
  return [...new Set([...defaults, ...(options.scopes ?? []), ...wanted])];
}
