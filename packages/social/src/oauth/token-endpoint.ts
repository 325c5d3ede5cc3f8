import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  customFetch,
  genericTokenEndpointRequest,
  nopkce,
  processAuthorizationCodeResponse,
  processGenericTokenEndpointResponse,
  processRefreshTokenResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from "oauth4webapi";
import type { CallbackParameters, JsonObject, Provider } from "../provider.js";
import { authenticate, clientOf } from "./client-authentication.js";
import type { Connection } from "./connection.js";
import { isLoopback, readJsonOrForm, userAgent } from "./http.js";
import { reasonOf } from "./reason.js";
import { normalizeTokenAnswer, tokenStatus } from "./token-answer.js";

/** The response of a token endpoint (RFC 6749, section 5.1). */
export interface Tokens {
  readonly accessToken: string;
  /** Null if missing in the response: the previous refresh token stays valid. */
  readonly refreshToken: string | null;
  readonly idToken: string | null;
  readonly accessTokenExpiresAt: Date | null;
  readonly refreshTokenExpiresAt: Date | null;
  /** The granted scopes; null if missing in the response: the requested scopes are granted. */
  readonly scopes: readonly string[] | null;
  /** The whole response, in the form of RFC 6749. */
  readonly answer: JsonObject;
}

export interface CodeExchange {
  readonly callback: CallbackParameters;
  readonly redirectURI: string;
  readonly codeVerifier: string;
}

/**
 * Exchanges an authorization code for tokens (RFC 6749, section 4.1.3).
 *
 * @throws Error if the provider rejects the code, does not respond or responds in an unknown form.
 */
export async function exchangeCode(connection: Connection, exchange: CodeExchange): Promise<Tokens> {
  const { callback, redirectURI, codeVerifier } = exchange;
  const { declaration } = connection.provider;
  // `iss` was already compared (RFC 9207). Removed, because `serverOf` invents an issuer for a provider without an
  // issuer. An `error` is empty here.
  const { iss, error, ...parameters } = callback;
  const server = serverOf(connection);
  const client = clientOf(connection);
  const response = await authorizationCodeGrantRequest(
    server,
    client,
    await authenticate(connection),
    validateAuthResponse(server, client, new URLSearchParams(parameters), callback.state),
    redirectURI,
    declaration.pkce === false ? nopkce : codeVerifier,
    { ...transport(connection), additionalParameters: declaration.tokenParameters?.(callback) ?? {} },
  );
  const answer = await processAuthorizationCodeResponse(server, client, response);
  return read(connection, answer, response);
}

/**
 * Exchanges the authorization code that an app got from the provider's SDK: without a redirect URI, because the SDK uses
 * none. Throws as `exchangeCode` does.
 */
export async function exchangeAppCode(connection: Connection, code: string): Promise<Tokens> {
  const server = serverOf(connection);
  const client = clientOf(connection);
  const auth = await authenticate(connection);
  const parameters = { code };
  const request = transport(connection);
  const response = await genericTokenEndpointRequest(server, client, auth, "authorization_code", parameters, request);
  return read(connection, await processGenericTokenEndpointResponse(server, client, response), response);
}

/** Exchanges a refresh token for tokens (RFC 6749, section 6). Throws as `exchangeCode` does. */
export async function exchangeRefreshToken(connection: Connection, refreshToken: string): Promise<Tokens> {
  const server = serverOf(connection);
  const client = clientOf(connection);
  const auth = await authenticate(connection);
  const response = await refreshTokenGrantRequest(server, client, auth, refreshToken, transport(connection));
  const answer = await processRefreshTokenResponse(server, client, response);
  return read(connection, answer, response);
}

/** The log message of a failed exchange: the provider's error code, and no token. */
export function describeFailure({ declaration }: Provider, thrown: unknown): string {
  const { name } = declaration;
  if (thrown instanceof ResponseBodyError) {
    const code = thrown.error.slice(0, 64).replace(/[^\w.-]/g, "");
    return `The token endpoint of ${name} answered ${thrown.status} with the error ${code}.`;
  }
  return `The token endpoint of ${name} failed: ${reasonOf(thrown)}`;
}

function serverOf({ server }: Connection): AuthorizationServer {
  return { issuer: server.issuer ?? new URL(server.tokenEndpoint).origin, token_endpoint: server.tokenEndpoint };
}

/**
 * Converts a response before the library parses it: to the form of the RFC, and without the ID token, because
 * `IdTokens` verifies it.
 */
function transport({ provider, server, net }: Connection): {
  [customFetch]: (url: string, init: RequestInit) => Promise<Response>;
  [allowInsecureRequests]: boolean;
} {
  return {
    [allowInsecureRequests]: isLoopback(server.tokenEndpoint),
    async [customFetch](url, init) {
      const headers = new Headers(init.headers);
      headers.set("user-agent", provider.declaration.userAgent ?? userAgent);
      const response = await net.fetch(url, { ...init, headers });
      const given = await readJsonOrForm(response);
      if (!isObject(given)) throw new Error("It is not a JSON object.");
      const read = provider.declaration.readTokenAnswer?.(given) ?? given;
      const { id_token: idToken, ...others } = normalizeTokenAnswer(read, scopeSeparatorOf(provider));
      const status = tokenStatus(response, others);
      const bare = new Response(JSON.stringify(others), { status, headers: { "content-type": "application/json" } });
      if (typeof idToken === "string") idTokens.set(bare, idToken);
      return bare;
    },
  };
}

const scopeSeparatorOf = ({ declaration }: Provider): string => declaration.scopeSeparator ?? " ";

const isObject = (json: unknown): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json);

/** The ID token of a response, kept while the library checks the rest. */
const idTokens = new WeakMap<Response, string>();

function read({ provider, now }: Connection, answer: TokenEndpointResponse, response: Response): Tokens {
  const { access_token, refresh_token, expires_in, refresh_token_expires_in, scope } = answer;
  return {
    accessToken: access_token,
    refreshToken: refresh_token ?? null,
    idToken: idTokens.get(response) ?? null,
    accessTokenExpiresAt: endOf(now, expires_in),
    refreshTokenExpiresAt: endOf(now, refresh_token_expires_in),
    scopes: scope === undefined ? null : scope.split(scopeSeparatorOf(provider)).filter((one) => one !== ""),
    answer,
  };
}

/** Longer than any provider's. A later date could not be stored. */
const maxLifetimeSeconds = 10 * 365 * 86_400;

function endOf(now: Date, seconds: unknown): Date | null {
  const life = typeof seconds === "string" ? Number(seconds) : seconds;
  if (typeof life !== "number" || !(life > 0)) return null;
  return new Date(now.getTime() + Math.min(life, maxLifetimeSeconds) * 1000);
}
