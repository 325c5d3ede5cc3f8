import type { OutboxKind } from "@keyhold/core/outbox";

/** A token that a provider is to revoke, in the outbox. */
export interface TokenToRevoke {
  readonly providerId: string;
  /** The provider's id of the user. */
  readonly accountId: string;
  /** The client that the token was issued to. */
  readonly clientId: string;
  readonly token: string;
  readonly tokenType: "refresh_token" | "access_token";
}

/** Revokes the tokens of removed accounts. `tokenRevocation` of "@keyhold/social/revocation". */
export interface TokenRevocation {
  readonly kind: OutboxKind<TokenToRevoke>;
}
