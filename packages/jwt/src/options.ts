import type { Session, UserRow } from "@keyhold/core";
import { checked, defineOptions, flag, oneOf, string, whole } from "@keyhold/core/options";
import type { Algorithm, PublishedKey } from "./token/check.js";

/** Signs outside of this server, e.g. in a KMS: no private key is in the database. */
export interface JwtSigner {
  /** The public keys, with ids. The first key signs. Called at most once a minute, and for each unknown key. */
  publicKeys(): Promise<readonly PublishedKey[]>;
  /** The signature of the bytes as RFC 7518 defines it: for ES256 64 bytes, not DER. */
  sign(request: {
    readonly keyId: string;
    readonly algorithm: Algorithm;
    readonly data: Uint8Array;
  }): Promise<Uint8Array>;
}

/** The claims that an app adds to a token, from the session and its user. */
export type ClaimsOf = (
  session: Session & { readonly user: UserRow },
) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;

/** The options of `jwt`; an omitted option has its default. */
export interface JwtOptions {
  /** The signature algorithm. Gateways of clouds know ES256 and RS256. Default "ES256". */
  readonly algorithm: Algorithm;
  /** The claim `iss`. Default null: `baseURL`. */
  readonly issuer: string | null;
  /** The services for which clients may get tokens; the first is the default. An empty list: the issuer itself. Default `[]`. */
  readonly audiences: readonly string[];
  /** How long a token is valid. A sign-out does not end a token earlier. Default 300. */
  readonly expiresInSeconds: number;
  /** After how many days another key signs. Default 30. */
  readonly keyLifetimeDays: number;
  /** Further claims of `GET /token`, e.g. `({ user }) => ({ scope: "orders:read" })`. Default null: no further claim. */
  readonly claims: ClaimsOf | null;
  /** Signs outside of this server, e.g. in a KMS. Default null: keys in the database, encrypted. */
  readonly signer: JwtSigner | null;
  /** `GET /get-session` answers with a token in the header `set-auth-jwt`, for the client of better-auth. Default false. */
  readonly setAuthJwt: boolean;
  /**
   * `auth.api.getPrincipal` takes an access token with the audience `issuer` as its session, which is read at each
   * request. Default false.
   */
  readonly takesTokens: boolean;
}

const isText = (given: unknown): given is string => typeof given === "string" && given !== "";
const isFunction = (given: unknown): boolean => typeof given === "function";

export const jwtOptions = defineOptions<JwtOptions>(
  {
    algorithm: oneOf<Algorithm>("ES256", ["ES256", "EdDSA", "RS256"]),
    issuer: string<null>(null, '"https://app.example.com"'),
    audiences: checked<readonly string[]>(
      [],
      'be a list of texts, e.g. ["https://api.example.com"]',
      (given) => Array.isArray(given) && given.every(isText),
    ),
    expiresInSeconds: whole(300, 30, 3600),
    keyLifetimeDays: whole(30, 1, 365),
    claims: checked<ClaimsOf | null>(null, "be a function of the session", isFunction),
    signer: checked<JwtSigner | null>(
      null,
      "be { publicKeys, sign }, two functions",
      (given) => isFunction(Object(given).publicKeys) && isFunction(Object(given).sign),
    ),
    setAuthJwt: flag(false),
    takesTokens: flag(false),
  },
  {
    remedies: {
      "better-auth": {
        jwks: "write `algorithm`, `keyLifetimeDays` or `signer`",
        jwt: "write `issuer`, `audiences`, `expiresInSeconds` or `claims`",
        disableSettingJwtHeader: "the header is off unless `setAuthJwt` is true; remove it",
        adapter: "the keys are in the table of the plugin; remove it",
      },
    },
  },
);
