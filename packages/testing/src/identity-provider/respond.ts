import { original, spoken } from "./addresses.js";
import { authTimeOf } from "./authenticate-user.js";
import { answerAuthorization, checkAuthorization, type Return, readPerson, secrets } from "./authorize.js";
import { type Dialect, type Json, ProviderError } from "./dialect.js";
import { exampleDialect, exampleMetadata } from "./example.js";
import type { Faults, FaultyEndpoint } from "./faults.js";
import type { Grant, Grants, Registration } from "./grants.js";
import type { IdTokenSigner } from "./id-tokens.js";
import { consentPage, formPostPage } from "./page.js";
import { type Answer, type Asked, html, json, misbehave, text } from "./server.js";

/** A recorded request. */
export interface ProviderCall {
  /** The dialect's id. */
  readonly provider: string;
  readonly endpoint: FaultyEndpoint | "authorization";
  readonly method: string;
  /** The URL of the provider's documentation, without the query. */
  readonly url: string;
  readonly headers: Headers;
  readonly form: URLSearchParams;
}

/** The state of the server. */
export interface ProviderState {
  readonly registration: Registration;
  readonly signer: IdTokenSigner;
  readonly grants: Grants;
  readonly calls: ProviderCall[];
  now: () => Date;
  faults: Faults;
  /** Users with an earlier consent, by dialect. */
  readonly met: Set<string>;
  /** When a user last authenticated, by dialect and user: such a user is signed in at the provider. */
  readonly signedIn: Map<string, Date>;
}

interface Found {
  readonly dialect: Dialect;
  readonly endpoint: ProviderCall["endpoint"];
  readonly resource?: Dialect["resources"][string];
}

/** `route`: method and URL, e.g. "POST https://github.com/login/oauth/access_token". */
function find(origin: string, route: string): Found | null {
  for (const dialect of spoken(origin)) {
    const { authorizationUrl, tokenUrl, revocationUrl, idToken, resources } = dialect;
    const isAuthorization = route === `GET ${authorizationUrl}` || route === `POST ${authorizationUrl}`;
    if (isAuthorization) return { dialect, endpoint: "authorization" };
    if (route === `POST ${tokenUrl}`) return { dialect, endpoint: "token" };
    if (route === `POST ${revocationUrl}`) return { dialect, endpoint: "revocation" };
    if (route === `GET ${idToken?.jwksUrl}`) return { dialect, endpoint: "jwks" };
    const resource = resources[route];
    if (resource) return { dialect, endpoint: "profile", resource };
  }
  const isDiscovery = route === `GET ${origin}/.well-known/openid-configuration`;
  return isDiscovery ? { dialect: exampleDialect(origin), endpoint: "discovery" } : null;
}

/** Handles a request. */
export async function respond(provider: ProviderState, origin: string, asked: Asked): Promise<Answer | null> {
  const url = original(origin, asked.url);
  const route = `${asked.method} ${url}`;
  const found = find(origin, route);
  if (!found) return text(404, `No dialect of this server answers ${route}.`);
  const { dialect, endpoint } = found;
  const form = new URLSearchParams(asked.method === "POST" ? asked.body : "");
  const { method, headers } = asked;
  provider.calls.push({ provider: dialect.id, endpoint, method, url, headers, form });
  const fault = endpoint === "authorization" ? undefined : provider.faults.answers?.[endpoint];
  // A provider that answers with an error has revoked no token; a provider without an answer may have.
  const isLeftOut = endpoint === "revocation" && fault !== undefined && !fault.hangsUp;
  const answer = isLeftOut
    ? text(200, "")
    : await answerOf(provider, origin, found, { ...asked, form, original: url }).catch(refused(dialect, endpoint));
  return endpoint === "authorization" ? answer : misbehave(answer, fault);
}

const refused =
  (dialect: Dialect, endpoint: ProviderCall["endpoint"]) =>
  (thrown: unknown): Answer => {
    if (!(thrown instanceof ProviderError)) throw thrown;
    if (endpoint === "authorization") return text(thrown.status, thrown.code);
    const status = endpoint === "token" ? (dialect.refusedStatus ?? thrown.status) : thrown.status;
    return json({ error: thrown.code, error_description: "Refused." }, status);
  };

interface Request extends Asked {
  readonly form: URLSearchParams;
  readonly original: string;
}

function answerOf(provider: ProviderState, origin: string, found: Found, request: Request): Promise<Answer> {
  switch (found.endpoint) {
    case "authorization":
      return authorize(provider, found.dialect, request);
    case "token":
      return giveTokens(provider, found.dialect, request);
    case "revocation":
      return revokeToken(provider, found.dialect, request);
    case "profile":
      return showProfile(provider, found, request);
    case "jwks":
      return publishKeys(provider, found.dialect);
    case "discovery":
      return Promise.resolve(json(exampleMetadata(origin)));
  }
}

async function authorize(provider: ProviderState, dialect: Dialect, { method, url, form }: Request): Promise<Answer> {
  const { clientId } = provider.registration;
  checkAuthorization(dialect, url.searchParams, clientId);
  if (method === "GET") {
    const app = new URL(url.searchParams.get("redirect_uri") ?? "").host;
    const { name, sample, people = [sample] } = dialect;
    return html(consentPage({ provider: name, app, people }));
  }
  const person = form.get("decision") === "deny" ? null : readPerson(dialect, form);
  const name = `${dialect.id} ${person?.subject}`;
  const isFirst = !provider.met.has(name);
  if (person) provider.met.add(name);
  const query = url.searchParams;
  const authTime = authTimeOf({
    query,
    now: provider.now(),
    before: provider.signedIn.get(name),
    keepsSignedIn: !dialect.idToken?.hasAuthTime || provider.faults.keepsSignedIn === true,
  });
  if (person) provider.signedIn.set(name, authTime);
  const answered = { query, clientId, person, authTime, isFirst };
  return sendBack(answerAuthorization(dialect, provider.grants, answered, provider.faults));
}

function sendBack({ redirectUri, parameters, mode }: Return): Answer {
  if (mode === "form_post") return html(formPostPage(redirectUri, parameters));
  const target = new URL(redirectUri);
  for (const [name, value] of parameters) target.searchParams.append(name, value);
  return { status: 303, headers: { location: target.href }, body: "" };
}

async function giveTokens(provider: ProviderState, dialect: Dialect, { url, form, headers }: Request): Promise<Answer> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers.get("content-type") ?? "");
  if (!isForm || secrets.some((name) => url.searchParams.has(name))) throw new ProviderError(400, "invalid_request");
  const { grant, answer } = await provider.grants.redeem(dialect, form, headers);
  const hasIdToken = dialect.idToken && (dialect.idToken.isGivenWithoutOpenid || grant.scopes.includes("openid"));
  const idToken = hasIdToken && { id_token: await signIdToken(provider, dialect, grant) };
  const whole = { ...answer, ...idToken };
  const spoken = dialect.tokenAnswer?.(whole, grant.person) ?? whole;
  return json(provider.faults.tokenAnswer?.(spoken) ?? spoken);
}

async function revokeToken(provider: ProviderState, dialect: Dialect, { form, headers }: Request): Promise<Answer> {
  await provider.grants.revoke(dialect, form, headers);
  return { status: 200, headers: {}, body: "" };
}

/** The user and the client of an ID token. */
interface Signed extends Pick<Grant, "person" | "clientId" | "nonce"> {
  /** Null: the client obtains the token directly. */
  readonly authorization: URLSearchParams | null;
  readonly authTime?: Date;
}

/** Signs an ID token. `further`: added or replaced claims. */
export function signIdToken(
  { signer, now, faults }: ProviderState,
  { idToken }: Dialect,
  { person, clientId, nonce, authorization, authTime }: Signed,
  further: Json = {},
): Promise<string> {
  if (!idToken) throw new Error("This provider has no ID tokens.");
  const issuedAt = Math.floor(now().getTime() / 1000);
  const isTimed = idToken.hasAuthTime && authTime && authorization?.has("max_age");
  const claims = {
    iss: idToken.issuer,
    sub: person.subject,
    aud: clientId,
    iat: issuedAt,
    exp: issuedAt + 3600,
    ...(nonce !== null && { nonce }),
    ...(isTimed && { auth_time: Math.floor(authTime.getTime() / 1000) }),
    ...idToken.claims(person, authorization),
    ...further,
  };
  const { signature } = faults;
  return signer.sign(faults.claims?.(claims) ?? claims, { algorithm: idToken.algorithm ?? "RS256", signature });
}

async function publishKeys({ signer, faults }: ProviderState, { idToken }: Dialect): Promise<Answer> {
  return json(await signer.jwks({ algorithm: idToken?.algorithm ?? "RS256", signature: faults.signature }));
}

async function showProfile(provider: ProviderState, { dialect, resource }: Found, request: Request): Promise<Answer> {
  const { headers, method, form, url } = request;
  const bearer = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  // Some providers accept the token in the form (RFC 6750, section 2.2); the other dialects reject a token there.
  const token = bearer ?? form.get("access_token");
  const { person, scopes } = provider.grants.grantOf(dialect, token);
  const answer = await resource?.(person, { method, form, headers, query: url.searchParams, scopes });
  const { profile = (given: unknown) => given } = provider.faults;
  return json(profile(answer, request.original));
}
