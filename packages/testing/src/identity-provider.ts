import { dialectAt, spoken, translate } from "./identity-provider/addresses.js";
import { readSent, type Sent } from "./identity-provider/browse.js";
import type { Dialect, Json, Person } from "./identity-provider/dialect.js";
import type { Faults } from "./identity-provider/faults.js";
import { createGrants, type Grant, type Registration } from "./identity-provider/grants.js";
import { createIdTokenSigner } from "./identity-provider/id-tokens.js";
import { type ProviderCall, type ProviderState, respond, signIdToken } from "./identity-provider/respond.js";
import { listen } from "./identity-provider/server.js";

export type { Sent } from "./identity-provider/browse.js";
export type { Dialect, Json, Person, ResourceRequest } from "./identity-provider/dialect.js";
export { type AppleKey, appleKey } from "./identity-provider/dialects/apple.js";
export { dialects } from "./identity-provider/dialects/index.js";
export { exampleDialect, examplePeople } from "./identity-provider/example.js";
export type { AnswerFault, Faults, FaultyEndpoint } from "./identity-provider/faults.js";
export type { SignatureAlgorithm } from "./identity-provider/id-tokens.js";
export type { ProviderCall } from "./identity-provider/respond.js";

/** Options of `startIdentityProvider`. */
export interface IdentityProviderOptions {
  /** The port on 127.0.0.1. Default: a free port. */
  readonly port?: number;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The clock for tokens and signatures. Default: the machine's. */
  readonly now?: () => Date;
}

/** The user's decision on the page of the provider. */
export interface Decision {
  /** The user who consents. Default: the dialect's sample. */
  readonly as?: Person;
  /** Whether the user denies access. Default false. */
  readonly deny?: boolean;
}

/**
 * An identity provider for tests and demos: an HTTP server with OpenID Connect as "Example ID", and with the documented
 * dialect of every provider of @keyhold/social. `clientId` and `clientSecret` are its only own properties, so it can be
 * given or spread as the options of a provider: `github(idp)`, `google({ ...idp, hostedDomain })`.
 */
export interface IdentityProvider {
  /** The origin and the issuer of Example ID, e.g. "http://127.0.0.1:40123". */
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** For `social({ fetch })`: sends all requests for providers to this server only. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Opens an authorization URL, consents, and answers where the browser is redirected. Throws the error that the
   * provider's page would show.
   */
  authorize(url: string, decision?: Decision): Promise<Sent>;
  /**
   * An ID token, as obtained by a client directly. `provider`: the provider's id, or "example". `claims`: added or
   * replaced claims.
   */
  idToken(provider: string, person: Person, claims?: Json): Promise<string>;
  /**
   * An authorization code, as an app's SDK answers beside an ID token: without a redirect URI. `clientId`: the app's own.
   * Default: the registered client id.
   */
  authorizationCode(provider: string, person: Person, clientId?: string): string;
  /** Whether a refresh token of this server can be used: not after its revocation. */
  isValid(refreshToken: string): boolean;
  /** All requests, oldest first. */
  readonly calls: readonly ProviderCall[];
  /** Sets the faults of later requests. */
  fail(faults: Faults): void;
  recover(): void;
  /** Replaces the clock of later tokens, e.g. by the clock of the auth under test. */
  useClock(now: () => Date): void;
  /** Revokes all tokens and granted scopes, and signs all users out. */
  revokeAll(): void;
  stop(): Promise<void>;
}

/**
 * Starts an identity provider on 127.0.0.1. Throws if the port is in use.
 *
 * @example const idp = await startIdentityProvider(); const { fetch } = createTestAuth({ plugins: [social({ providers: [github(idp)], fetch: idp.fetch })] });
 */
export async function startIdentityProvider(options: IdentityProviderOptions = {}): Promise<IdentityProvider> {
  const { clientId = "example-client", clientSecret = "example-secret", now = () => new Date() } = options;
  const registration: Registration = { clientId, clientSecret };
  const signer = await createIdTokenSigner();
  const calls: ProviderCall[] = [];
  const grants = createGrants(registration, () => provider.now());
  const provider: ProviderState = {
    registration,
    signer,
    grants,
    calls,
    now,
    faults: {},
    met: new Set(),
    signedIn: new Map(),
  };
  const { origin, stop } = await listen(options.port ?? 0, (asked, origin) => respond(provider, origin, asked));

  const ask = (url: string | URL, init?: RequestInit): Promise<Response> => fetch(translate(origin, url), init);
  const members: Omit<IdentityProvider, keyof Registration> = {
    origin,
    calls,
    fetch: (input, init) =>
      input instanceof Request ? fetch(new Request(translate(origin, input.url), input), init) : ask(input, init),
    async authorize(url, { as, deny = false } = {}) {
      const dialect = dialectAt(origin, url);
      const person = as ?? dialect.sample;
      const form: Record<string, string> = deny ? { decision: "deny" } : { person: JSON.stringify(person) };
      const response = await ask(url, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
      return readSent(response);
    },
    async idToken(providerId, person, claims = {}) {
      return signIdToken(
        provider,
        dialectOf(origin, providerId),
        { person, clientId, nonce: null, authorization: null },
        claims,
      );
    },
    authorizationCode: (providerId, person, app = clientId) =>
      grants.issueCode(appGrant(provider, dialectOf(origin, providerId), { person, clientId: app })),
    isValid: grants.isValid,
    fail(faults) {
      provider.faults = faults;
    },
    recover() {
      provider.faults = {};
    },
    useClock(other) {
      provider.now = other;
    },
    revokeAll() {
      grants.revokeAll();
      provider.signedIn.clear();
    },
    stop,
  };
  // The members are inherited: the server is given as the options of a provider, which rejects other names.
  return Object.assign(Object.create(members), registration);
}

/** The consent of a user in an app. */
const appGrant = (
  { now }: Pick<ProviderState, "now">,
  dialect: Dialect,
  of: Pick<Grant, "person" | "clientId">,
): Grant => ({
  ...of,
  dialect,
  redirectUri: null,
  scopes: ["name", "email"],
  authorization: new URLSearchParams("scope=name email"),
  challenge: null,
  nonce: null,
  isOffline: true,
  authTime: now(),
});

function dialectOf(origin: string, id: string): Dialect {
  const found = spoken(origin).find((dialect) => dialect.id === id);
  if (!found) throw new Error(`There is no dialect "${id}".`);
  return found;
}
