import { dialectAt, spoken, translate } from "./identity-provider/addresses.js";
import { readSent, type Sent } from "./identity-provider/browse.js";
import type { Json, Person } from "./identity-provider/dialect.js";
import type { Faults } from "./identity-provider/faults.js";
import { createGrants, type Registration } from "./identity-provider/grants.js";
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

export interface IdentityProviderOptions {
  /** Of 127.0.0.1. Default: a free one. */
  readonly port?: number;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The clock of what it signs. Default: that of the machine. */
  readonly now?: () => Date;
}

export interface Decision {
  /** Who answers. Default: the dialect's sample. */
  readonly as?: Person;
  /** Whether they say no. Default false. */
  readonly deny?: boolean;
}

/**
 * An identity provider for tests and demos: a real HTTP server that speaks OpenID Connect as "Example ID", and every
 * provider of @keyhold/social as its documentation has it.
 */
export interface IdentityProvider {
  /** Where Example ID is, and its issuer, e.g. "http://127.0.0.1:40123". */
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** For `social({ fetch })`: asks this server whatever a provider is asked. Nothing goes anywhere else. */
  readonly fetch: typeof globalThis.fetch;
  /** Does at the authorization page what somebody's browser does. Throws what the provider tells the person instead. */
  authorize(url: string, decision?: Decision): Promise<Sent>;
  /** An ID token as an app gets one by itself. `provider`: its id, or "example". `claims`: further ones, or other values. */
  idToken(provider: string, person: Person, claims?: Json): Promise<string>;
  /** Everything that was asked, oldest first. */
  readonly calls: readonly ProviderCall[];
  /** Goes wrong from now on. */
  fail(faults: Faults): void;
  recover(): void;
  /** Another clock for what is signed from now on, e.g. that of the auth under test. */
  useClock(now: () => Date): void;
  /** No token that was given out is good any more, and no scope is granted. */
  revokeAll(): void;
  stop(): Promise<void>;
}

/**
 * @example
 * const idp = await startIdentityProvider();
 * const { fetch } = createTestAuth({ plugins: [social({ providers: [github(idp)], fetch: idp.fetch })] });
 */
export async function startIdentityProvider(options: IdentityProviderOptions = {}): Promise<IdentityProvider> {
  const { clientId = "example-client", clientSecret = "example-secret", now = () => new Date() } = options;
  const registration: Registration = { clientId, clientSecret };
  const signer = await createIdTokenSigner();
  const calls: ProviderCall[] = [];
  const grants = createGrants(registration, () => provider.now());
  const provider: ProviderState = { registration, signer, grants, calls, now, faults: {}, met: new Set() };
  const { origin, stop } = await listen(options.port ?? 0, (asked, origin) => respond(provider, origin, asked));

  const ask = (url: string | URL, init?: RequestInit): Promise<Response> => fetch(translate(origin, url), init);
  return {
    origin,
    ...registration,
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
      const dialect = spoken(origin).find(({ id }) => id === providerId);
      if (!dialect) throw new Error(`Nobody speaks "${providerId}" here.`);
      return signIdToken(provider, dialect, { person, clientId, nonce: null, authorization: null }, claims);
    },
    fail(faults) {
      provider.faults = faults;
    },
    recover() {
      provider.faults = {};
    },
    useClock(other) {
      provider.now = other;
    },
    revokeAll: grants.revokeAll,
    stop,
  };
}
