/** The endpoints and features of a provider: authorization server metadata (RFC 8414) in camelCase. */
export interface ServerMetadata {
  /**
   * The issuer identifier: a callback with another `iss` fails (RFC 9207). Left out for a provider without an issuer.
   */
  readonly issuer?: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly userinfoEndpoint?: string;
  /** The URL that revokes tokens (RFC 7009). Left out if the provider has none. */
  readonly revocationEndpoint?: string;
  /** The URL of the keys that sign the ID tokens (RFC 7517). */
  readonly jwksUri?: string;
  /** How the token endpoint authenticates the client, if the provider's declaration does not say. Default "post". */
  readonly clientAuthentication?: "post" | "basic";
  /** Whether each callback has an `iss`; then a callback without `iss` fails (RFC 9207). Default false. */
  readonly sendsIssuer?: boolean;
}

/** An issuer with a discovery document (OpenID Connect Discovery 1.0). The document is fetched at the first use. */
export interface Discovery {
  readonly discover: string;
}
