import type { Context } from "@keyhold/core/plugin";
import { FlowError } from "../flow/error.js";
import { isOfFlow } from "../flow/state.js";
import type { Connection } from "../oauth/connection.js";
import { type Claims, clientOfClaims } from "../oauth/id-token.js";
import { reasonOf } from "../oauth/reason.js";
import { describeFailure, exchangeAppCode, type Tokens } from "../oauth/token-endpoint.js";
import type { Social } from "../options.js";

/** An authorization code that an app sent beside an ID token with these claims. */
export interface AppCode {
  readonly code: string;
  readonly claims: Claims;
}

/**
 * Exchanges the authorization code of an app. Null if the provider does not exchange the code: the ID token alone proves
 * the user, so the sign-in goes on without tokens. Throws `FlowError`: invalid_code for the code of another user or
 * client.
 */
export async function redeemAppCode(
  ctx: Context,
  social: Social,
  connection: Connection,
  { code, claims }: AppCode,
): Promise<Tokens | null> {
  // A rollback would lose the refresh token, and the code is used up.
  if (ctx.isInAppTransaction) throw new Error(inAppTransaction);
  const { provider } = connection;
  const clientId = clientOfClaims(provider, claims);
  const tokens = await exchangeAppCode({ ...connection, clientId }, code).catch((cause: unknown) => {
    const failure = new Error(describeFailure(provider, cause), { cause });
    ctx.later(`Exchanging the authorization code of an app at ${provider.declaration.name}`, () =>
      Promise.reject(failure),
    );
    return null;
  });
  if (tokens !== null) await checkOwner(ctx, social, connection, { tokens, claims });
  return tokens;
}

const inAppTransaction =
  "The authorization code of an app cannot be exchanged inside of auth.transaction: sign in outside of it.";

/** The code must be of the user and of the client of the ID token: else tokens of one user would be another user's. */
async function checkOwner(
  ctx: Context,
  { idTokens }: Social,
  { provider, server }: Connection,
  { tokens, claims }: { readonly tokens: Tokens; readonly claims: Claims },
): Promise<void> {
  const expected = { nonce: null, maxAgeSeconds: null, now: ctx.now() };
  const proven = await idTokens
    .verify(provider, server, tokens.idToken ?? "", expected)
    .catch((cause: unknown) => failForeign(`of no valid ID token: ${reasonOf(cause)}`));
  if (proven.sub !== claims.sub) failForeign("of another user");
  if (clientOfClaims(provider, proven) !== clientOfClaims(provider, claims)) failForeign("of another client");
  if (isOfFlow(proven.nonce)) failForeign("of a browser's flow");
  // Apple repeats the nonce of the authorization request in the ID token of the code.
  if (proven.nonce !== undefined && proven.nonce !== claims.nonce) failForeign("of another sign-in");
}

function failForeign(what: string): never {
  throw new FlowError("invalid_code", `The authorization code is ${what}.`);
}
