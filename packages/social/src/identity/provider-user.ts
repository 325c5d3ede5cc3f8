import type { Caller, Context } from "@keyhold/core/plugin";
import { FlowError } from "../flow/error.js";
import { consumeNonce, isIssuedNonce } from "../flow/nonce.js";
import { isOfFlow } from "../flow/state.js";
import { type Connection, failUnavailable } from "../oauth/connection.js";
import { type Claims, type Expected, KeysUnavailable } from "../oauth/id-token.js";
import { reasonOf } from "../oauth/reason.js";
import type { Tokens } from "../oauth/token-endpoint.js";
import type { Social } from "../options.js";
import type { CallbackParameters, Provider } from "../provider.js";
import type { GivenIdToken } from "../routes/schemas.js";
import { redeemAppCode } from "./app-code.js";
import type { Identity } from "./identity.js";
import { readPerson } from "./profile.js";

/** A user whom a provider has just authenticated. */
export interface ProviderUser {
  readonly provider: Provider;
  readonly identity: Identity;
  readonly profile: unknown;
  /**
   * Identity and profile without the name that a browser or an app has sent, which is for a new user only: an existing
   * user is changed by what the provider says.
   */
  readonly proven: Pick<ProviderUser, "identity" | "profile">;
  /** The verified claims of the ID token; null without an ID token. */
  readonly claims: Claims | null;
  /** Null after a sign-in with only an ID token. */
  readonly tokens: Tokens | null;
  /** The requested scopes; null if unknown. */
  readonly asked: readonly string[] | null;
}

/** The tokens, nonce and scopes of a flow, and the parameters of the callback. */
export interface FlowTokens {
  readonly tokens: Tokens;
  readonly nonce: string;
  readonly asked: readonly string[];
  readonly callback: CallbackParameters;
}

/** The user that the tokens of a flow belong to. Throws `FlowError`: unable_to_get_user_info. */
export async function identifyByTokens(
  { now }: Context,
  social: Social,
  connection: Connection,
  { tokens, nonce, asked, callback }: FlowTokens,
): Promise<ProviderUser> {
  const { provider } = connection;
  const claims = await readClaims(social, connection, tokens.idToken, { nonce, maxAgeSeconds: null, now: now() });
  const { accessToken, idToken, answer: tokenAnswer } = tokens;
  const person = await readPerson(connection, { claims, idToken, accessToken, tokenAnswer, callback });
  return { provider, ...person, claims, tokens, asked };
}

async function readClaims(
  { idTokens }: Social,
  { provider, server }: Connection,
  idToken: string | null,
  expected: Expected,
): Promise<Claims | null> {
  const { idToken: rules } = provider.declaration;
  if (!rules || idToken === null) return null;
  const sent = rules.nonce === "none" ? { ...expected, nonce: null } : expected;
  return idTokens.verify(provider, server, idToken, sent).catch((cause: unknown) => {
    throw new FlowError("unable_to_get_user_info", describeInvalid(cause), { cause });
  });
}

const describeInvalid = (thrown: unknown): string => `The ID token is invalid: ${reasonOf(thrown)}`;

/**
 * The user of an ID token that a client sent. Throws `FlowError`: invalid_code for an invalid ID token; or
 * SERVICE_UNAVAILABLE.
 */
export async function identifyByIdToken(
  ctx: Context,
  social: Social,
  connection: Connection,
  { idToken: given, caller }: { readonly idToken: GivenIdToken; readonly caller: Caller },
): Promise<ProviderUser> {
  const { provider, server } = connection;
  const { idTokens, idTokenMaxAgeSeconds: maxAgeSeconds } = social;
  const expected = { nonce: given.nonce ?? null, maxAgeSeconds, now: ctx.now() };
  const claims = await idTokens.verify(provider, server, given.token, expected).catch((cause: unknown) => {
    if (cause instanceof KeysUnavailable) return failUnavailable(ctx, cause);
    throw new FlowError("invalid_code", describeInvalid(cause));
  });
  // An ID token of a browser's flow, e.g. from `get-access-token`, is not accepted for another sign-in.
  if (isOfFlow(claims.nonce)) throw new FlowError("invalid_code", "The ID token was issued to the flow of a browser.");
  await useNonce(ctx, caller, provider, given.nonce ?? null, claims);
  const { hasNativeSignIn = false } = provider.declaration;
  const { user, authorizationCode: code } = given;
  const callback: CallbackParameters =
    hasNativeSignIn && typeof user === "object" && user ? { user: JSON.stringify(user) } : {};
  // The tokens beside the ID token in the input are not used: they may belong to another user.
  const person = await readPerson(connection, {
    claims,
    idToken: given.token,
    accessToken: null,
    tokenAnswer: {},
    callback,
  });
  const redeemed = hasNativeSignIn && code ? await redeemAppCode(ctx, social, connection, { code, claims }) : null;
  return { provider, ...person, claims, tokens: redeemed ?? tokensBeside(given), asked: null };
}

/**
 * A nonce of this server counts once, after the ID token has been verified with it: an invalid ID token leaves the nonce
 * unused.
 */
async function useNonce(
  ctx: Context,
  caller: Caller,
  { id, options }: Provider,
  nonce: string | null,
  claims: Claims,
): Promise<void> {
  if (nonce !== null && isIssuedNonce(nonce)) return consumeNonce(ctx, caller, id, nonce);
  if (!options.requireNonce && !isIssuedNonce(claims.nonce)) return;
  throw new FlowError("invalid_code", "The input has no nonce of this server.");
}

function tokensBeside({ token, accessToken, refreshToken, expiresAt }: GivenIdToken): Tokens | null {
  if (accessToken === undefined) return null;
  return {
    accessToken,
    refreshToken: refreshToken ?? null,
    idToken: token,
    accessTokenExpiresAt: expiresAt === undefined ? null : new Date(expiresAt * 1000),
    refreshTokenExpiresAt: null,
    scopes: null,
    answer: {},
  };
}
