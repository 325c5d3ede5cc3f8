import type { Context } from "@keyhold/core";
import { FlowRefusal } from "../flow/refusal.js";
import { isOfFlow } from "../flow/state.js";
import { type Connection, refuseUnavailable } from "../oauth/connection.js";
import { type Claims, type Expected, KeysUnavailable } from "../oauth/id-token.js";
import { reasonOf } from "../oauth/reason.js";
import { type CodeExchange, describeFailure, exchangeCode, type Tokens } from "../oauth/token-endpoint.js";
import type { Social } from "../options.js";
import type { Provider } from "../provider.js";
import type { GivenIdToken } from "../routes/shapes.js";
import type { Identity } from "./identity.js";
import { readPerson } from "./profile.js";

/** Who came, as their provider has just shown. */
export interface Proof {
  readonly provider: Provider;
  readonly identity: Identity;
  readonly profile: unknown;
  /** Null after a sign-in with nothing but an ID token. */
  readonly tokens: Tokens | null;
  /** The scopes that were asked for; null when that is not known. */
  readonly asked: readonly string[] | null;
}

/** What a browser came back with, and what its flow remembers. */
export interface CodeProof extends CodeExchange {
  readonly nonce: string;
  readonly asked: readonly string[];
}

/** Who stands behind a code. Throws `FlowRefusal`: invalid_code, unable_to_get_user_info. */
export async function proveByCode(
  { now }: Context,
  social: Social,
  connection: Connection,
  { nonce, asked, ...exchange }: CodeProof,
): Promise<Proof> {
  const { provider } = connection;
  const tokens = await exchangeCode(connection, exchange).catch((cause: unknown) => {
    throw new FlowRefusal("invalid_code", describeFailure(provider, cause), { cause });
  });
  const claims = await readClaims(social, connection, tokens.idToken, { nonce, maxAgeSeconds: null, now: now() });
  const { accessToken, answer: tokenAnswer } = tokens;
  const person = await readPerson(connection, { claims, accessToken, tokenAnswer, callback: exchange.callback });
  return { provider, ...person, tokens, asked };
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
    throw new FlowRefusal("unable_to_get_user_info", describeDoubt(cause), { cause });
  });
}

const describeDoubt = (thrown: unknown): string => `The ID token is not to be believed: ${reasonOf(thrown)}`;

/**
 * Who an ID token speaks of that an app got by itself. Throws `FlowRefusal`: invalid_code for a token that proves
 * nothing; or SERVICE_UNAVAILABLE.
 */
export async function proveByIdToken(
  ctx: Context,
  { idTokens, idTokenMaxAgeSeconds: maxAgeSeconds }: Social,
  connection: Connection,
  given: GivenIdToken,
): Promise<Proof> {
  const { provider, server } = connection;
  const expected = { nonce: given.nonce ?? null, maxAgeSeconds, now: ctx.now() };
  const claims = await idTokens.verify(provider, server, given.token, expected).catch((cause: unknown) => {
    if (cause instanceof KeysUnavailable) return refuseUnavailable(ctx, cause);
    throw new FlowRefusal("invalid_code", describeDoubt(cause));
  });
  // Whoever got hold of a browser's ID token, as by `get-access-token`, is not signed in by it once more.
  if (isOfFlow(claims.nonce))
    throw new FlowRefusal("invalid_code", "The ID token was issued to the flow of a browser.");
  // What came along in the input is believed in nothing: it was not shown to be this person's.
  const person = await readPerson(connection, { claims, accessToken: null, tokenAnswer: {}, callback: {} });
  return { provider, ...person, tokens: tokensBeside(given), asked: null };
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
