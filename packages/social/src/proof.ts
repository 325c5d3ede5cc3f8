import type { Context } from "@keyhold/core";
import { FlowRefusal } from "./callback-codes.js";
import { type Claims, KeysUnavailable } from "./id-token.js";
import { type Identity, readIdentity } from "./identity.js";
import { readJson, userAgent } from "./net.js";
import type { Social } from "./options.js";
import {
  type CallbackParameters,
  clientIdsOf,
  type GivenIdentity,
  type ProfileSource,
  type Provider,
} from "./provider.js";
import { isOfFlow } from "./state.js";
import { describeFailure, type Endpoint, exchangeCode, type Tokens } from "./tokens.js";

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
export interface CodeProof {
  readonly callback: CallbackParameters;
  readonly redirectURI: string;
  readonly codeVerifier: string;
  readonly nonce: string;
  readonly asked: readonly string[];
}

/** Who stands behind a code. Throws `FlowRefusal`: invalid_code, unable_to_get_user_info. */
export async function proveByCode(
  { now }: Context,
  social: Social,
  endpoint: Endpoint,
  { callback, redirectURI, codeVerifier, nonce, asked }: CodeProof,
): Promise<Proof> {
  const { provider } = endpoint;
  const tokens = await exchangeCode(endpoint, { callback, redirectURI, codeVerifier }).catch((cause: unknown) => {
    throw new FlowRefusal("invalid_code", describeFailure(endpoint, cause), { cause });
  });
  const claims = await readClaims(social, endpoint, tokens.idToken, { nonce, maxAgeSeconds: null, now: now() });
  const found = await findOut(endpoint, {
    claims,
    accessToken: tokens.accessToken,
    tokenAnswer: tokens.answer,
    callback,
  });
  return { provider, ...found, tokens, asked };
}

/** An ID token that an app got by itself, and what came with it. */
export interface IdTokenProof {
  readonly token: string;
  readonly nonce: string | null;
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly expiresAt: Date | null;
}

/** Who an ID token speaks of. Throws `FlowRefusal`: invalid_code for a token that proves nothing; or SERVICE_UNAVAILABLE. */
export async function proveByIdToken(
  ctx: Context,
  social: Social,
  endpoint: Endpoint,
  given: IdTokenProof,
): Promise<Proof> {
  const { provider, server } = endpoint;
  const { nonce, accessToken, refreshToken, expiresAt } = given;
  const expected = { nonce, maxAgeSeconds: social.idTokenMaxAgeSeconds, now: ctx.now() };
  const claims = await social.idTokens.verify(provider, server, given.token, expected).catch((cause: unknown) => {
    if (!(cause instanceof KeysUnavailable)) throw new FlowRefusal("invalid_code", describeDoubt(cause));
    return ctx.refuse("SERVICE_UNAVAILABLE", { cause, headers: { "retry-after": "5" } });
  });
  // Whoever got hold of a browser's ID token, as by `get-access-token`, is not signed in by it once more.
  if (isOfFlow(claims.nonce))
    throw new FlowRefusal("invalid_code", "The ID token was issued to the flow of a browser.");
  // What came along in the input is believed in nothing: it was not shown to be this person's.
  const found = await findOut(endpoint, { claims, accessToken: null, tokenAnswer: {}, callback: {} });
  const tokens: Tokens | null =
    accessToken === null
      ? null
      : {
          accessToken,
          tokenType: "bearer",
          refreshToken,
          idToken: given.token,
          accessTokenExpiresAt: expiresAt,
          refreshTokenExpiresAt: null,
          scopes: null,
          answer: {},
        };
  return { provider, ...found, tokens, asked: null };
}

async function readClaims(
  social: Social,
  { provider, server }: Endpoint,
  idToken: string | null,
  expected: Parameters<Social["idTokens"]["verify"]>[3],
): Promise<Claims | null> {
  const { idToken: rules } = provider.declaration;
  if (!rules || idToken === null) return null;
  const sent = rules.nonce === "none" ? { ...expected, nonce: null } : expected;
  return social.idTokens.verify(provider, server, idToken, sent).catch((cause: unknown) => {
    throw new FlowRefusal("unable_to_get_user_info", describeDoubt(cause), { cause });
  });
}

const describeDoubt = (thrown: unknown): string =>
  `The ID token is not to be believed: ${thrown instanceof Error ? thrown.message.slice(0, 200) : ""}`;

type Known = Pick<ProfileSource, "claims" | "accessToken" | "tokenAnswer" | "callback">;

async function findOut(endpoint: Endpoint, known: Known): Promise<Pick<Proof, "identity" | "profile">> {
  const { declaration, options } = endpoint.provider;
  const { name } = declaration;
  const source: ProfileSource = {
    ...known,
    clientId: clientIdsOf(options)[0] ?? "",
    server: endpoint.server,
    fetchJson: fetchJsonOf(endpoint, known.accessToken),
  };
  const { profile, given } = await readProfile(endpoint, source);
  if (!given) throw new FlowRefusal("unable_to_get_user_info", `${name} says that this person may not come in.`);
  const identity = readIdentity(given);
  if (!identity) throw new FlowRefusal("unable_to_get_user_info", `The profile of ${name} holds no id of the person.`);
  if (known.claims && known.claims.sub !== identity.subject) {
    throw new FlowRefusal("unable_to_get_user_info", `The ID token and the profile of ${name} are of two people.`);
  }
  return { identity, profile };
}

/** A profile may hold anything, so that reading one may fail as well as loading it. */
async function readProfile(
  { provider }: Endpoint,
  source: ProfileSource,
): Promise<{ readonly profile: unknown; readonly given: GivenIdentity | null }> {
  const { declaration } = provider;
  try {
    const profile = declaration.loadProfile ? await declaration.loadProfile(source) : source.claims;
    if (typeof profile !== "object" || profile === null) throw new Error("there is no profile.");
    return { profile, given: declaration.readIdentity(profile) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 200) : "";
    const explanation = `${declaration.name} did not say who it is: ${reason}`;
    throw new FlowRefusal("unable_to_get_user_info", explanation, { cause });
  }
}

const fetchJsonOf =
  ({ net, provider }: Endpoint, accessToken: string | null): ProfileSource["fetchJson"] =>
  async (url, { method = "GET", headers = {}, form } = {}) => {
    const response = await net.fetch(url, {
      method: form ? "POST" : method,
      headers: {
        accept: "application/json",
        "user-agent": provider.declaration.userAgent ?? userAgent,
        // RFC 6750, section 2: in one way, and not in two.
        ...(accessToken !== null && !form?.access_token && { authorization: `Bearer ${accessToken}` }),
        ...headers,
      },
      ...(form && { body: new URLSearchParams(form) }),
    });
    if (response.status !== 200) throw new Error(`${new URL(url).host} answered ${response.status}.`);
    return readJson(response);
  };
