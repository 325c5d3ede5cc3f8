// For services that check tokens: no server code, and no database.
import { type Algorithm, checkToken, type FindKey, type PublicKey, type TokenClaims } from "./token/check.js";
import { systemTime } from "./verify/clock.js";
import { importKeys, remoteKeys } from "./verify/remote-keys.js";

export type { Algorithm, PublishedKey, TokenClaims } from "./token/check.js";
export { TokenError, type TokenErrorCode } from "./token/error.js";

/** What `createVerifier` takes. */
export interface VerifierOptions {
  /** The URL of the app that signs the tokens: its `baseURL`, or the option `issuer` of its plugin. */
  readonly issuer: string;
  /** The name of this service among the `audiences` of the plugin; of several names, one is enough. */
  readonly audience: string | readonly string[];
  /** The accepted algorithms: the token does not choose. Default `["ES256"]`, the default of the plugin. */
  readonly algorithms?: readonly Algorithm[];
  /** The `typ` of the tokens. Default "at+jwt": access tokens (RFC 9068). */
  readonly type?: string;
  /** Where the keys are. Default: `/api/auth/jwks` below the issuer. */
  readonly jwksUrl?: string;
  /** Takes keys by `http:` of another host than this machine. An attacker who changes such an answer signs tokens. Default false. */
  readonly allowInsecureUrl?: boolean;
  /** The keys themselves, as `GET /jwks` has answered: the verifier sends no request. */
  readonly keys?: { readonly keys: readonly object[] };
  /** How long fetched keys are used, in seconds. Default 300. */
  readonly cacheSeconds?: number;
  /** By how many seconds the clocks may differ. Default 0. */
  readonly clockToleranceSeconds?: number;
  /** Fetches the keys. Default: the `fetch` of the platform. */
  readonly fetch?: typeof globalThis.fetch;
  /** The clock. Default: the clock of the platform. */
  readonly now?: () => Date;
}

/**
 * Checks a token: its claims, if the whole token is valid.
 *
 * @throws TokenError with the reason in `code`. The error has no claim of the token.
 */
export type Verifier = (token: string) => Promise<TokenClaims>;

/**
 * Makes a function that checks the tokens of an issuer, in any runtime with Web Crypto: Node, Workers, Deno, Bun. Keys
 * are fetched once and kept; a token that names a new key fetches them again, at most every ten seconds. If the issuer
 * does not answer, known keys are used ten minutes longer. See RFC 8725.
 *
 * @throws TypeError if an option is missing: a verifier without an issuer or an audience would accept foreign tokens.
 * @example
 * const verify = createVerifier({ issuer: "https://app.example.com", audience: "https://api.example.com" });
 * const { sub } = await verify(token);
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const { issuer, audience, algorithms = ["ES256"], type = "at+jwt", now = systemTime } = options;
  const { cacheSeconds = 300, clockToleranceSeconds = 0 } = options;
  const audiences = typeof audience === "string" ? [audience] : (audience ?? []);
  if (!issuer) throw new TypeError("createVerifier: `issuer` is missing.");
  if (audiences.length === 0 || audiences.some((name) => typeof name !== "string" || name === ""))
    throw new TypeError("createVerifier: `audience` is missing: name this service.");
  if (algorithms.length === 0 || algorithms.some((name) => !["ES256", "EdDSA", "RS256"].includes(name)))
    throw new TypeError('createVerifier: `algorithms` must be a list of "ES256", "EdDSA" and "RS256".');
  const findKey = options.keys ? localKeys(options.keys) : remoteKeys({ ...remoteOf(options), cacheSeconds, now });
  return (token) =>
    checkToken(token, findKey, {
      issuer,
      audiences,
      algorithms,
      type: type.toLowerCase(),
      now: now(),
      clockToleranceSeconds,
    });
}

const ownHosts = ["localhost", "127.0.0.1", "[::1]"];

function remoteOf({ issuer, jwksUrl, allowInsecureUrl = false, fetch = globalThis.fetch }: VerifierOptions) {
  const { protocol, hostname, href } = new URL(jwksUrl ?? `${issuer.replace(/\/$/, "")}/api/auth/jwks`);
  if (protocol !== "https:" && !allowInsecureUrl && !ownHosts.includes(hostname))
    throw new TypeError(`createVerifier: the keys must come by https, and ${href} does not.`);
  return { url: href, fetch };
}

function localKeys(keySet: { readonly keys: readonly object[] }): FindKey {
  let imported: Promise<ReadonlyMap<string, PublicKey>> | null = null;
  return async (keyId) => {
    imported ??= importKeys(keySet);
    return (await imported).get(keyId) ?? null;
  };
}
