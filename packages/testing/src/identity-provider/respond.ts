import { original, spoken } from "./addresses.js";
import { answerAuthorization, checkAuthorization, type Return, strangerOf } from "./authorize.js";
import { type Dialect, type Json, type Person, Refusal } from "./dialect.js";
import { exampleDialect, exampleMetadata, examplePeople } from "./example.js";
import type { Faults, FaultyEndpoint } from "./faults.js";
import type { Grants, Registration } from "./grants.js";
import type { IdTokenSigner } from "./id-tokens.js";
import { consentPage, formPostPage } from "./page.js";
import { type Answer, type Asked, json, misbehave } from "./server.js";

/** A request that came, as a test may want to know it. */
export interface ProviderCall {
  /** The dialect's id. */
  readonly provider: string;
  readonly endpoint: FaultyEndpoint | "authorization";
  readonly method: string;
  /** As the provider's documentation has it. */
  readonly url: string;
  readonly headers: Headers;
  readonly form: URLSearchParams;
}

/** All that the server has and remembers. */
export interface House {
  readonly registration: Registration;
  readonly signer: IdTokenSigner;
  readonly grants: Grants;
  readonly calls: ProviderCall[];
  now: () => Date;
  faults: Faults;
  /** Whoever was here before, by dialect. */
  readonly met: Set<string>;
}

interface Found {
  readonly dialect: Dialect;
  readonly endpoint: ProviderCall["endpoint"];
  readonly resource?: Dialect["resources"][string];
}

function find(origin: string, method: string, url: string): Found | null {
  for (const dialect of spoken(origin)) {
    if (url === dialect.authorizationUrl) return { dialect, endpoint: "authorization" };
    if (url === dialect.tokenUrl && method === "POST") return { dialect, endpoint: "token" };
    if (url === dialect.idToken?.jwksUrl) return { dialect, endpoint: "jwks" };
    const resource = dialect.resources[`${method} ${url}`];
    if (resource) return { dialect, endpoint: "profile", resource };
  }
  const isDiscovery = url === `${origin}/.well-known/openid-configuration`;
  return isDiscovery ? { dialect: exampleDialect(origin), endpoint: "discovery" } : null;
}

/** The life of a request. */
export async function respond(house: House, origin: string, asked: Asked): Promise<Answer | null> {
  const url = original(origin, asked.url);
  const found = find(origin, asked.method, url);
  if (!found) return { status: 404, body: "Not found" };
  const { dialect, endpoint } = found;
  const form = new URLSearchParams(asked.method === "POST" ? asked.body : "");
  const { method, headers } = asked;
  house.calls.push({ provider: dialect.id, endpoint, method, url, headers, form });
  const answer = await answerOf(house, origin, found, { ...asked, form, original: url }).catch(
    refused(dialect, endpoint),
  );
  return endpoint === "authorization" ? answer : misbehave(answer, house.faults.answers?.[endpoint]);
}

const refused =
  (dialect: Dialect, endpoint: ProviderCall["endpoint"]) =>
  (thrown: unknown): Answer => {
    if (!(thrown instanceof Refusal)) throw thrown;
    if (endpoint === "authorization") return { status: thrown.status, body: thrown.code };
    const status = endpoint === "token" ? (dialect.refusedStatus ?? thrown.status) : thrown.status;
    return json({ error: thrown.code, error_description: "Refused." }, status);
  };

interface Request extends Asked {
  readonly form: URLSearchParams;
  readonly original: string;
}

function answerOf(house: House, origin: string, found: Found, request: Request): Promise<Answer> {
  switch (found.endpoint) {
    case "authorization":
      return authorize(house, found.dialect, request);
    case "token":
      return giveTokens(house, found.dialect, request);
    case "profile":
      return showProfile(house, found, request);
    case "jwks":
      return Promise.resolve(json(house.signer.jwks));
    case "discovery":
      return Promise.resolve(json(exampleMetadata(origin)));
  }
}

async function authorize(house: House, dialect: Dialect, { method, url, form }: Request): Promise<Answer> {
  const { clientId } = house.registration;
  checkAuthorization(dialect, url.searchParams, clientId);
  if (method === "GET") {
    const app = new URL(url.searchParams.get("redirect_uri") ?? "").host;
    const people = dialect.id === "example" ? examplePeople : [dialect.sample];
    return { status: 200, body: consentPage({ provider: dialect.name, app, people }) };
  }
  const person = form.get("decision") === "deny" ? null : readPerson(dialect, form);
  const name = `${dialect.id} ${person?.subject}`;
  const isFirst = !house.met.has(name);
  if (person) house.met.add(name);
  const answered = { query: url.searchParams, clientId, person, isFirst };
  return sendBack(answerAuthorization(dialect, house.grants, answered, house.faults));
}

function readPerson({ id, sample }: Dialect, form: URLSearchParams): Person {
  const whole = form.get("person");
  if (whole !== null) return JSON.parse(whole) as Person;
  const subject = form.get("subject");
  const known = [...(id === "example" ? examplePeople : []), sample].find((person) => person.subject === subject);
  return known ?? strangerOf(form);
}

function sendBack({ redirectUri, parameters, mode }: Return): Answer {
  if (mode === "form_post") return { status: 200, body: formPostPage(redirectUri, parameters) };
  const target = new URL(redirectUri);
  for (const [name, value] of parameters) target.searchParams.append(name, value);
  return { status: 303, headers: { location: target.href }, body: "" };
}

async function giveTokens(house: House, dialect: Dialect, { form, headers }: Request): Promise<Answer> {
  const { grant, answer } = await house.grants.redeem(dialect, form, headers);
  const { person, clientId, nonce, scopes } = grant;
  const hasIdToken = dialect.idToken && (scopes.includes("openid") || dialect.id === "apple");
  const idToken = hasIdToken && { id_token: await signIdToken(house, dialect, { person, clientId, nonce }, {}) };
  const whole = { ...answer, ...idToken };
  const spoken = dialect.tokenAnswer?.(whole, person) ?? whole;
  return json(house.faults.tokenAnswer?.(spoken) ?? spoken);
}

/** What the provider signs about somebody. */
export function signIdToken(
  { signer, now, faults }: House,
  { idToken }: Dialect,
  { person, clientId, nonce }: { person: Person; clientId: string; nonce: string | null },
  further: Json,
): Promise<string> {
  if (!idToken) throw new Error("This provider has no ID tokens.");
  const issuedAt = Math.floor(now().getTime() / 1000);
  const claims = {
    iss: idToken.issuer,
    sub: person.subject,
    aud: clientId,
    iat: issuedAt,
    exp: issuedAt + 3600,
    ...(nonce !== null && { nonce }),
    ...idToken.claims(person),
    ...further,
  };
  return signer.sign(faults.claims?.(claims) ?? claims, faults.signature);
}

async function showProfile(house: House, { dialect, resource }: Found, request: Request): Promise<Answer> {
  const { headers, method, form, url } = request;
  const bearer = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  // Some take it in the form or the query; whoever sends it there where they need not is refused by their dialect.
  const token = bearer ?? form.get("access_token");
  const person = house.grants.personOf(dialect, token);
  const answer = await resource?.(person, { method, form, headers, query: url.searchParams });
  return json(house.faults.profile?.(answer, request.original) ?? answer);
}
