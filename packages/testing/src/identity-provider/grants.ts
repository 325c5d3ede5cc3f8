import { createHash, randomBytes } from "node:crypto";
import { authenticate } from "./authenticate.js";
import { type Dialect, type Json, type Person, ProviderError } from "./dialect.js";

/** A consent of a user. */
export interface Grant {
  readonly dialect: Dialect;
  readonly clientId: string;
  /** Null: the code of an app, which has no redirect URI. */
  readonly redirectUri: string | null;
  readonly scopes: readonly string[];
  /** The query of the authorization URL. */
  readonly authorization: URLSearchParams;
  readonly challenge: string | null;
  readonly nonce: string | null;
  readonly isOffline: boolean;
  readonly person: Person;
  /** When the user last authenticated at the provider. */
  readonly authTime: Date;
}

export interface Registration {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The issued codes and tokens. An invalid code or token throws a `ProviderError`. */
export interface Grants {
  issueCode(grant: Grant): string;
  /** Tokens for a code or a refresh token, by the grant type of the request. */
  redeem(dialect: Dialect, form: URLSearchParams, headers: Headers): Promise<{ grant: Grant; answer: Json }>;
  /** The consent of an access token. */
  grantOf(dialect: Dialect, accessToken: string | null): Grant;
  /**
   * Revokes the tokens of the consent that a token belongs to (RFC 7009, section 2). Throws a `ProviderError` for a wrong
   * client, or the token of another client.
   */
  revoke(dialect: Dialect, form: URLSearchParams, headers: Headers): Promise<void>;
  /** Whether a refresh token can be used. */
  isValid(refreshToken: string): boolean;
  /** Revokes every access token and refresh token, and removes the granted scopes. */
  revokeAll(): void;
}

/** RFC 6749, section 4.1.2. */
const codeLifetimeSeconds = 600;

export function createGrants(registration: Registration, now: () => Date): Grants {
  const codes = createSecrets(now);
  const accessTokens = createSecrets(now);
  const refreshTokens = createSecrets(now);

  const grantedScopes: GrantedScopes = new Map();
  const consumeCode = (form: URLSearchParams): Grant => {
    const grant = codes.consume(form.get("code"));
    if (!grant || grant.redirectUri !== form.get("redirect_uri")) throw new ProviderError(400, "invalid_grant");
    checkVerifier(grant, form.get("code_verifier"));
    return grant;
  };
  const consumeRefreshToken = ({ refreshTokens: kind }: Dialect, form: URLSearchParams): Grant => {
    const token = form.get("refresh_token");
    const grant = kind === "rotates" ? refreshTokens.consume(token) : refreshTokens.find(token);
    if (!grant) throw new ProviderError(400, "invalid_grant");
    return grant;
  };

  const give = (grant: Grant, isFirst: boolean): Json => {
    const { dialect, scopes, isOffline } = grant;
    const { accessTokenLifetimeSeconds: lifetime = 3600, refreshTokens: kind } = dialect;
    const hasRefreshToken = isOffline && (isFirst || kind === "rotates");
    return {
      access_token: accessTokens.make(grant, lifetime),
      token_type: "bearer",
      ...(lifetime !== null && { expires_in: lifetime }),
      ...(hasRefreshToken && { refresh_token: refreshTokens.make(grant, null) }),
      scope: scopes.join(dialect.scopeSeparator ?? " "),
    };
  };

  return {
    issueCode: (grant) => codes.make(includeGranted(grantedScopes, grant), codeLifetimeSeconds),
    async redeem(dialect, form, headers) {
      const clientId = await authenticate(dialect, registration, { form, headers, now: now() });
      const isFirst = isCodeGrant(dialect, form);
      const grant = isFirst ? consumeCode(form) : consumeRefreshToken(dialect, form);
      if (grant.dialect.id !== dialect.id || grant.clientId !== clientId) throw new ProviderError(400, "invalid_grant");
      return { grant, answer: give(grant, isFirst) };
    },
    async revoke(dialect, form, headers) {
      const clientId = await authenticate(dialect, registration, { form, headers, now: now() });
      revokeConsent([refreshTokens, accessTokens], { dialect, clientId, token: form.get("token") });
    },
    isValid: (refreshToken) => refreshTokens.find(refreshToken) !== null,
    grantOf(dialect, accessToken) {
      const grant = accessTokens.find(accessToken);
      if (grant?.dialect.id !== dialect.id) throw new ProviderError(401, "invalid_token");
      return grant;
    },
    revokeAll() {
      accessTokens.clear();
      refreshTokens.clear();
      grantedScopes.clear();
    },
  };
}

interface Revoked extends Pick<Grant, "dialect" | "clientId"> {
  readonly token: string | null;
}

/** Removes the tokens of the user, the client and the provider of a token. */
function revokeConsent(stores: readonly Secrets[], { dialect, clientId, token }: Revoked): void {
  const [grant] = stores.flatMap((secrets) => secrets.find(token) ?? []);
  if (!grant && dialect.unknownTokenStatus === 400) throw new ProviderError(400, "invalid_token");
  if (!grant) return;
  if (grant.dialect.id !== dialect.id || grant.clientId !== clientId) throw new ProviderError(400, "invalid_grant");
  const { subject } = grant.person;
  const isOfConsent = (other: Grant): boolean =>
    other.dialect.id === dialect.id && other.clientId === clientId && other.person.subject === subject;
  for (const secrets of stores) secrets.remove(isOfConsent);
}

/** Every scope that a user has granted an app at a provider. */
type GrantedScopes = Map<string, readonly string[]>;

/** The grant with the scopes of earlier consents, if the provider includes them. */
function includeGranted(granted: GrantedScopes, grant: Grant): Grant {
  const { dialect, clientId, person, authorization, scopes } = grant;
  const key = JSON.stringify([dialect.id, clientId, person.subject]);
  const all = [...new Set([...scopes, ...(granted.get(key) ?? [])])];
  granted.set(key, all);
  return dialect.includesGrantedScopes?.(authorization) ? { ...grant, scopes: all } : grant;
}

/** Random texts, each for a single consent. */
interface Secrets {
  /** `seconds`: the lifetime; null: unlimited. */
  make(grant: Grant, seconds: number | null): string;
  find(secret: string | null): Grant | null;
  /** Finds and removes the grant. */
  consume(secret: string | null): Grant | null;
  remove(isRemoved: (grant: Grant) => boolean): void;
  clear(): void;
}

function createSecrets(now: () => Date): Secrets {
  const made = new Map<string | null, { readonly grant: Grant; readonly until: number }>();
  const find: Secrets["find"] = (secret) => {
    const found = made.get(secret);
    return found && now().getTime() < found.until ? found.grant : null;
  };
  return {
    make(grant, seconds) {
      const secret = randomBytes(24).toString("base64url");
      made.set(secret, {
        grant,
        until: seconds === null ? Number.POSITIVE_INFINITY : now().getTime() + seconds * 1000,
      });
      return secret;
    },
    find,
    consume(secret) {
      const grant = find(secret);
      made.delete(secret);
      return grant;
    },
    remove(isRemoved) {
      for (const [secret, { grant }] of made) if (isRemoved(grant)) made.delete(secret);
    },
    clear: () => made.clear(),
  };
}

/**
 * Whether a request is a code grant; otherwise a refresh. Throws `ProviderError` for other grant types and missing
 * parameters.
 */
function isCodeGrant({ tokenParameters = {} }: Dialect, form: URLSearchParams): boolean {
  for (const [name, value] of Object.entries(tokenParameters)) {
    if (form.get(name) !== value) throw new ProviderError(400, "invalid_request");
  }
  const kind = form.get("grant_type");
  if (kind !== "authorization_code" && kind !== "refresh_token") throw new ProviderError(400, "unsupported_grant_type");
  return kind === "authorization_code";
}

/** RFC 7636, section 4.6. A verifier without a challenge is an attack too (RFC 9700, section 2.1.1). */
function checkVerifier({ dialect, challenge }: Grant, verifier: string | null): void {
  if (dialect.pkce === "refused" && verifier !== null) throw new ProviderError(401, "invalid_client");
  if (dialect.pkce === "none" || dialect.pkce === "refused") return;
  if (challenge === null && verifier === null) return;
  const made = createHash("sha256")
    .update(verifier ?? "")
    .digest("base64url");
  if (made !== challenge) throw new ProviderError(400, "invalid_grant");
}
