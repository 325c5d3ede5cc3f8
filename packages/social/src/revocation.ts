import { defineOutboxKind, OutboxError } from "@keyhold/core/outbox";
import { accountModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";

// Loads the other entry point: a compiler names the types of an app by them.
export type {} from "./index.js";

import { connect } from "./oauth/connection.js";
import { revokeAt } from "./oauth/revocation.js";
import type { Social } from "./options.js";
import type { TokenRevocation, TokenToRevoke } from "./token-revocation.js";

export type { TokenRevocation, TokenToRevoke } from "./token-revocation.js";

/** The provider would answer the same again. "invalid_client" is no such code: the app can correct its secret. */
const finalErrors: ReadonlySet<string | null> = new Set(["invalid_grant", "invalid_request", "unsupported_token_type"]);

const revokeToken = defineOutboxKind<TokenToRevoke, void, Social>("social.revoke-token", {
  input: z.object({
    providerId: z.string(),
    accountId: z.string(),
    clientId: z.string(),
    token: z.string(),
    tokenType: z.enum(["refresh_token", "access_token"]),
  }),
  async run({ input, ctx, signal }, social) {
    const { providerId, accountId, clientId } = input;
    const provider = social.providers.get(providerId);
    if (!provider) throw new OutboxError(`There is no provider "${providerId}" any more.`, { isFinal: true });
    // A revocation ends the whole consent of the user, and so the tokens of an identity that was linked again.
    if (await ctx.db.exists(accountModel, { providerId, accountId })) return;
    const connection = await connect(ctx, social, provider);
    const { name } = provider.declaration;
    const endpoint = connection.server.revocationEndpoint;
    if (!endpoint) throw new OutboxError(`${name} has no endpoint that revokes tokens.`, { isFinal: true });
    const failure = await revokeAt({ ...connection, clientId }, endpoint, { ...input, signal });
    if (failure === null) return;
    const { status, error, retryAfterSeconds } = failure;
    throw new OutboxError(`The revocation endpoint of ${name} answered ${status}${error ? ` with ${error}` : ""}.`, {
      isFinal: status === 400 && finalErrors.has(error),
      ...(retryAfterSeconds !== null && { retryAfterSeconds }),
    });
  },
  // A token that is revoked stays revoked.
  ifUnknown: "repeat",
  isOrdered: false,
});

/**
 * Lets a provider revoke the tokens of users who are deleted and of accounts that are unlinked (RFC 7009). The outbox does
 * the work, with retries for three days, so that no deletion waits for the provider.
 *
 * @example google({ clientId, clientSecret, accessType: "offline", revocation: tokenRevocation })
 */
export const tokenRevocation: TokenRevocation = Object.freeze({ kind: revokeToken });
