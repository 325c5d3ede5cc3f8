import { createHash, randomBytes } from "node:crypto";
import { type Dialect, type Json, type Person, Refusal } from "./dialect.js";

/** What somebody said yes to. */
export interface Grant {
  readonly dialect: Dialect;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly challenge: string | null;
  readonly nonce: string | null;
  readonly isOffline: boolean;
  readonly person: Person;
}

export interface Registration {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Codes and tokens that were given out. */
export interface Grants {
  issueCode(grant: Grant): string;
  /** Redeems a code or a refresh token, as the request says. */
  redeem(dialect: Dialect, form: URLSearchParams, headers: Headers): Promise<{ grant: Grant; answer: Json }>;
  /** Whose access token it is. */
  personOf(dialect: Dialect, accessToken: string | null): Person;
  /** Ends every access and refresh token. */
  revokeAll(): void;
}

const secret = (): string => randomBytes(24).toString("base64url");

export function createGrants(registration: Registration): Grants {
  const codes = new Map<string, Grant>();
  const refreshTokens = new Map<string, Grant>();
  const accessTokens = new Map<string, Grant>();

  const takeCode = (form: URLSearchParams): Grant => {
    const grant = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    if (!grant || grant.redirectUri !== form.get("redirect_uri")) throw new Refusal(400, "invalid_grant");
    checkVerifier(grant, form.get("code_verifier"));
    return grant;
  };
  const takeRefreshToken = (dialect: Dialect, form: URLSearchParams): Grant => {
    const token = form.get("refresh_token") ?? "";
    const grant = refreshTokens.get(token);
    if (dialect.refreshTokens === "rotates") refreshTokens.delete(token);
    if (!grant) throw new Refusal(400, "invalid_grant");
    return grant;
  };

  const give = (grant: Grant, isFirst: boolean): Json => {
    const { dialect, scopes, isOffline } = grant;
    const accessToken = secret();
    accessTokens.set(accessToken, grant);
    const lifetime = dialect.accessTokenLifetimeSeconds === undefined ? 3600 : dialect.accessTokenLifetimeSeconds;
    const refreshToken = isOffline && (isFirst || dialect.refreshTokens === "rotates") ? secret() : null;
    if (refreshToken !== null) refreshTokens.set(refreshToken, grant);
    return {
      access_token: accessToken,
      token_type: "bearer",
      ...(lifetime !== null && { expires_in: lifetime }),
      ...(refreshToken !== null && { refresh_token: refreshToken }),
      scope: scopes.join(dialect.scopeSeparator ?? " "),
    };
  };

  return {
    issueCode(grant) {
      const code = secret();
      codes.set(code, grant);
      return code;
    },
    async redeem(dialect, form, headers) {
      const clientId = await authenticate(dialect, registration, form, headers);
      const isFirst = isCodeGrant(dialect, form);
      const grant = isFirst ? takeCode(form) : takeRefreshToken(dialect, form);
      if (grant.dialect.id !== dialect.id || grant.clientId !== clientId) throw new Refusal(400, "invalid_grant");
      return { grant, answer: give(grant, isFirst) };
    },
    personOf(dialect, accessToken) {
      const grant = accessTokens.get(accessToken ?? "");
      if (grant?.dialect.id !== dialect.id) throw new Refusal(401, "invalid_token");
      return grant.person;
    },
    revokeAll() {
      accessTokens.clear();
      refreshTokens.clear();
    },
  };
}

/** Whether a request brings a code; if not, a refresh token. Throws `Refusal` for any other, and for what is missing. */
function isCodeGrant({ tokenParameters = {} }: Dialect, form: URLSearchParams): boolean {
  for (const [name, value] of Object.entries(tokenParameters)) {
    if (form.get(name) !== value) throw new Refusal(400, "invalid_request");
  }
  const kind = form.get("grant_type");
  if (kind !== "authorization_code" && kind !== "refresh_token") throw new Refusal(400, "unsupported_grant_type");
  return kind === "authorization_code";
}

/** RFC 7636, section 4.6. */
function checkVerifier({ challenge }: Grant, verifier: string | null): void {
  if (challenge === null) return;
  const made = createHash("sha256")
    .update(verifier ?? "")
    .digest("base64url");
  if (made !== challenge) throw new Refusal(400, "invalid_grant");
}

/** RFC 6749, section 2.3.1, in the way that the provider wants it. Answers with the client's id. */
async function authenticate(
  dialect: Dialect,
  { clientId, clientSecret }: Registration,
  form: URLSearchParams,
  headers: Headers,
): Promise<string> {
  const given = dialect.clientAuthentication === "basic" ? readBasic(headers) : readPosted(dialect, form);
  const isRight = dialect.isSecret
    ? await dialect.isSecret(given.secret, given.id)
    : given.id === clientId && given.secret === clientSecret;
  if (!isRight || given.id !== clientId) throw new Refusal(401, "invalid_client");
  return given.id;
}

interface Credentials {
  readonly id: string;
  readonly secret: string;
}

function readBasic(headers: Headers): Credentials {
  const encoded = /^Basic (.+)$/.exec(headers.get("authorization") ?? "")?.[1] ?? "";
  const [id = "", secret = ""] = Buffer.from(encoded, "base64").toString().split(":").map(decodeURIComponent);
  return { id, secret };
}

function readPosted({ clientIdParameter = "client_id" }: Dialect, form: URLSearchParams): Credentials {
  return { id: form.get(clientIdParameter) ?? "", secret: form.get("client_secret") ?? "" };
}
