import { createHash } from "node:crypto";
import type { Decision, Dialect, IdentityProvider, Json } from "../src/identity-provider.js";

/** An app by the RFCs alone, independent of @keyhold/social. */

export const redirectUri = "https://app.example.com/callback";
export const verifier = "a-verifier-of-no-fewer-than-forty-three-characters";
const challenge = createHash("sha256").update(verifier).digest("base64url");

/** Changed parameters; null: left out. */
export type Changes = Readonly<Record<string, string | null>>;

function change(parameters: URLSearchParams, changes: Changes): URLSearchParams {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  }
  return parameters;
}

const hasPkce = ({ pkce }: Dialect): boolean => pkce === "required" || pkce === "supported";

/** The authorization URL, with all parameters that the provider requires. */
export function authorizationUrl({ clientId }: IdentityProvider, dialect: Dialect, changes: Changes = {}): string {
  const parameters = new URLSearchParams({
    response_type: "code",
    [dialect.clientIdParameter ?? "client_id"]: clientId,
    redirect_uri: redirectUri,
    scope: ["openid", "email"].join(dialect.scopeSeparator ?? " "),
    state: "the-state",
    nonce: "the-nonce",
    ...(hasPkce(dialect) && { code_challenge: challenge, code_challenge_method: "S256" }),
    ...dialect.authorizationParameters,
  });
  return `${dialect.authorizationUrl}?${change(parameters, changes)}`;
}

/** The callback of the browser after the decision: the dialect's sample consents, or the user of `decision`. */
export async function comeBack(
  idp: IdentityProvider,
  dialect: Dialect,
  changes: Changes = {},
  decision: Decision = {},
): Promise<URLSearchParams> {
  const { url, form } = await idp.authorize(authorizationUrl(idp, dialect, changes), decision);
  return form ?? new URL(url).searchParams;
}

export async function codeFor(idp: IdentityProvider, dialect: Dialect, changes: Changes = {}): Promise<string> {
  return (await comeBack(idp, dialect, changes)).get("code") ?? "";
}

export interface TokenRequest {
  /** The way of client authentication. Default: the provider's. */
  readonly way?: "post" | "basic" | "both";
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The query of the URL. */
  readonly query?: string;
}

/** A request to the token endpoint (RFC 6749). */
export function askForTokens(
  idp: IdentityProvider,
  dialect: Dialect,
  form: Changes,
  { way = dialect.clientAuthentication ?? "post", secret = idp.clientSecret, headers, query = "" }: TokenRequest = {},
): Promise<Response> {
  const body = new URLSearchParams(dialect.tokenParameters);
  if (way !== "basic") {
    body.set(dialect.clientIdParameter ?? "client_id", idp.clientId);
    body.set("client_secret", secret);
  }
  const authorization = `Basic ${Buffer.from(`${idp.clientId}:${secret}`).toString("base64")}`;
  return idp.fetch(dialect.tokenUrl + query, {
    method: "POST",
    headers: { ...(way !== "post" && { authorization }), ...headers },
    body: change(body, form),
  });
}

/** Exchanges a code. */
export const redeem = (
  idp: IdentityProvider,
  dialect: Dialect,
  code: string,
  changes: Changes = {},
  request: TokenRequest = {},
): Promise<Response> => {
  const form: Changes = {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: hasPkce(dialect) ? verifier : null,
    ...changes,
  };
  return askForTokens(idp, dialect, form, request);
};

export const refresh = (idp: IdentityProvider, dialect: Dialect, token: unknown): Promise<Response> =>
  askForTokens(idp, dialect, { grant_type: "refresh_token", refresh_token: String(token) });

/** The tokens of a user who has just consented. */
export async function tokensFor(idp: IdentityProvider, dialect: Dialect, changes: Changes = {}): Promise<Json> {
  return read(await redeem(idp, dialect, await codeFor(idp, dialect, changes)));
}

export const read = async (response: Response): Promise<Json> => (await response.json()) as Json;

export const withToken = (token: unknown): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });
