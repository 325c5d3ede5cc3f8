import type { Caller, CommonErrorCode, Context, Session } from "@keyhold/core";
import { calculatePKCECodeChallenge } from "oauth4webapi";
import type { Social } from "./options.js";
import { clientIdsOf, type Provider, type ServerMetadata } from "./provider.js";
import { redirectURIOf } from "./redirect-uri.js";
import { beginFlow, browserSecret, newCodeVerifier, newNonce } from "./state.js";

export interface Start {
  readonly provider: Provider;
  /** The session whose user the identity is to be added to; null: somebody signs in. */
  readonly linkTo: Session | null;
  /** Wanted besides those of the config. */
  readonly scopes: readonly string[];
  readonly loginHint?: string | undefined;
  readonly callbackURL?: string | undefined;
  readonly errorCallbackURL?: string | undefined;
  readonly newUserCallbackURL?: string | undefined;
  readonly requestSignUp: boolean;
  readonly caller: Caller;
}

export interface Started {
  /** Where the browser goes. */
  readonly url: string;
  readonly cookies: readonly string[];
}

/**
 * Begins a flow (RFC 6749, section 4.1, with PKCE): remembers it, binds it to the browser, and says where to go.
 *
 * @throws AuthError INVALID_CALLBACKURL and its like for an address that is too long to be remembered;
 * SERVICE_UNAVAILABLE when a provider that has to be asked first does not answer.
 */
export async function startFlow(ctx: Context, social: Social, start: Start): Promise<Started> {
  const { provider, linkTo, caller } = start;
  refuseLongAddresses(ctx, start);
  const server = await findServer(ctx, social, provider);
  const browser = browserSecret(ctx, caller);
  const codeVerifier = newCodeVerifier();
  const nonce = newNonce();
  const scopes = scopesFor(provider, start.scopes);
  const state = await beginFlow(ctx, {
    providerId: provider.id,
    link: linkTo && { userId: linkTo.userId, sessionId: linkTo.id },
    browser: browser.fingerprint,
    codeVerifier,
    nonce,
    scopes: [...scopes],
    callbackURL: start.callbackURL ?? "/",
    errorCallbackURL: start.errorCallbackURL ?? null,
    newUserCallbackURL: start.newUserCallbackURL ?? null,
    requestSignUp: start.requestSignUp,
  });
  const url = await authorizationUrl(ctx, server, { ...start, scopes, state, codeVerifier, nonce });
  return { url, cookies: [browser.cookie] };
}

/** All addresses of a flow are in the one row that remembers it. */
const longestAddresses = 2048;

const addressErrors = {
  callbackURL: "INVALID_CALLBACKURL",
  errorCallbackURL: "INVALID_ERRORCALLBACKURL",
  newUserCallbackURL: "INVALID_NEWUSERCALLBACKURL",
} as const satisfies Partial<Record<keyof Start, CommonErrorCode>>;

function refuseLongAddresses(ctx: Context, start: Start): void {
  let room = longestAddresses;
  for (const name of ["callbackURL", "errorCallbackURL", "newUserCallbackURL"] as const) {
    room -= start[name]?.length ?? 0;
    if (room < 0) ctx.refuse(addressErrors[name]);
  }
}

async function findServer(ctx: Context, social: Social, provider: Provider): Promise<ServerMetadata> {
  try {
    return await social.servers(provider, ctx.now());
  } catch (cause) {
    return ctx.refuse("SERVICE_UNAVAILABLE", { cause, headers: { "retry-after": "5" } });
  }
}

function scopesFor({ declaration, options }: Provider, wanted: readonly string[]): readonly string[] {
  const defaults = options.disableDefaultScopes ? [] : declaration.scopes;
  return [...new Set([...defaults, ...(options.scopes ?? []), ...wanted])];
}

interface Journey extends Pick<Start, "provider" | "scopes" | "loginHint"> {
  readonly state: string;
  readonly codeVerifier: string;
  readonly nonce: string;
}

async function authorizationUrl(ctx: Context, server: ServerMetadata, journey: Journey): Promise<string> {
  const { provider, scopes, loginHint, state, codeVerifier, nonce } = journey;
  const { declaration, options } = provider;
  const hasNonce = declaration.idToken && declaration.idToken.nonce !== "none";
  const url = new URL(server.authorizationEndpoint);
  const parameters: Readonly<Record<string, string | undefined>> = {
    ...declaration.authorizationParameters,
    prompt: options.prompt ?? declaration.authorizationParameters?.prompt,
    ...options.authorizationParameters,
    response_type: "code",
    [declaration.clientIdParameter ?? "client_id"]: clientIdsOf(options)[0],
    redirect_uri: redirectURIOf(ctx, provider),
    scope: scopes.join(declaration.scopeSeparator ?? " ") || undefined,
    state,
    ...(declaration.pkce !== false && {
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: "S256",
    }),
    nonce: hasNonce ? nonce : undefined,
    ...(loginHint !== undefined && { [declaration.loginHintParameter ?? "login_hint"]: loginHint }),
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}
