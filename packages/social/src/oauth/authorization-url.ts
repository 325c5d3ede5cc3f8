import type { Context } from "@keyhold/core/plugin";
import { calculatePKCECodeChallenge } from "oauth4webapi";
import type { Start } from "../flow/start.js";
import { clientIdOf } from "../provider.js";
import type { ServerMetadata } from "../server-metadata.js";
import { redirectURIOf } from "./redirect-uri.js";

/** The parameters of an authorization request. */
export interface AuthorizationRequest extends Pick<Start, "provider" | "scopes" | "loginHint" | "within" | "handOver"> {
  readonly state: string;
  readonly codeVerifier: string;
  readonly nonce: string;
}

/** The authorization URL (RFC 6749, section 4.1.1; RFC 7636, section 4.3; OpenID Connect Core 1.0, section 3.1.2.1). */
export async function authorizationUrl(
  ctx: Context,
  server: ServerMetadata,
  { provider, scopes, loginHint, within, handOver, state, codeVerifier, nonce }: AuthorizationRequest,
): Promise<string> {
  const { declaration, options } = provider;
  const hasNonce = declaration.idToken && declaration.idToken.nonce !== "none";
  const url = new URL(server.authorizationEndpoint);
  const parameters: Readonly<Record<string, string | undefined>> = {
    ...declaration.authorizationParameters,
    prompt: options.prompt ?? declaration.authorizationParameters?.prompt,
    ...options.authorizationParameters,
    // The same request in two forms: some providers know only one of the forms.
    ...((within ?? handOver)?.purpose === "step-up" && { prompt: "login", max_age: "0" }),
    response_type: "code",
    [declaration.clientIdParameter ?? "client_id"]: clientIdOf(options),
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
