import {
  type AuthorizationServer,
  allowInsecureRequests,
  customFetch,
  discoveryRequest,
  JSON_ATTRIBUTE_COMPARISON,
  OperationProcessingError,
  processDiscoveryResponse,
} from "oauth4webapi";
import type { JsonObject, Provider } from "../provider.js";
import type { ServerMetadata } from "../server-metadata.js";
import { isLoopback, isReachable, type Net } from "./http.js";
import { reasonOf } from "./reason.js";

/** Resolves the metadata of a provider. */
export type Servers = (provider: Provider, now: Date) => ServerMetadata | Promise<ServerMetadata>;

interface Known {
  readonly metadata: Promise<ServerMetadata>;
  readonly until: number;
}

/** How long a discovery document is cached. */
const lifetimeMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Answers declared metadata unchanged, and caches discovered metadata for a day. After a failure the next call tries
 * again.
 */
export function createServers(net: Net): Servers {
  const known = new Map<string, Known>();
  return ({ id, declaration: { server } }, now) => {
    if (!("discover" in server)) return server;
    const present = known.get(id);
    if (present && present.until > now.getTime()) return present.metadata;
    const asked: Known = {
      metadata: discover(net, new URL(server.discover)),
      until: now.getTime() + lifetimeMilliseconds,
    };
    known.set(id, asked);
    asked.metadata.catch(() => {
      if (known.get(id) === asked) known.delete(id);
    });
    return asked.metadata;
  };
}

/**
 * @throws Error if the issuer does not respond, the document has another issuer (OpenID Connect Discovery 1.0, section
 * 4.3), or an endpoint is missing.
 */
async function discover(net: Net, issuer: URL): Promise<ServerMetadata> {
  const found = await readDocument(net, issuer).catch((cause: unknown) => {
    throw new Error(documentError(issuer, cause), { cause });
  });
  const authorizationEndpoint = endpointIn(issuer, found, "authorization_endpoint");
  const tokenEndpoint = endpointIn(issuer, found, "token_endpoint");
  if (!authorizationEndpoint || !tokenEndpoint)
    throw new Error(`The discovery document of ${issuer.host} has no authorization or token endpoint.`);
  const userinfoEndpoint = endpointIn(issuer, found, "userinfo_endpoint");
  const jwksUri = endpointIn(issuer, found, "jwks_uri");
  const revocationEndpoint = endpointIn(issuer, found, "revocation_endpoint");
  return {
    issuer: found.issuer,
    authorizationEndpoint,
    tokenEndpoint,
    ...(userinfoEndpoint && { userinfoEndpoint }),
    ...(jwksUri && { jwksUri }),
    ...(revocationEndpoint && { revocationEndpoint }),
    clientAuthentication: authenticationIn(found),
    sendsIssuer: found.authorization_response_iss_parameter_supported === true,
  };
}

async function readDocument(net: Net, issuer: URL): Promise<AuthorizationServer> {
  const response = await discoveryRequest(issuer, {
    [customFetch]: (address: string, init: RequestInit) => net.fetch(address, init),
    [allowInsecureRequests]: isLoopback(issuer),
  });
  return processDiscoveryResponse(issuer, response);
}

/** The usual cause is a misspelt issuer in the config. */
function documentError({ host }: URL, thrown: unknown): string {
  const isOther = thrown instanceof OperationProcessingError && thrown.code === JSON_ATTRIBUTE_COMPARISON;
  if (isOther) return `The discovery document of ${host} has another issuer: copy it to \`issuer\`.`;
  return `${host} sent no valid discovery document: ${reasonOf(thrown)}`;
}

/**
 * Browsers and secrets are sent to an endpoint: the endpoint must have TLS, unless the issuer is an http URL of this
 * machine.
 */
function endpointIn(issuer: URL, found: JsonObject, name: string): string | null {
  const given = found[name] ?? null;
  if (given === null) return null;
  const isEndpoint = typeof given === "string" && isReachable(given);
  if (!isEndpoint || (issuer.protocol === "https:" && new URL(given).protocol !== "https:")) {
    throw new Error(`The ${name} of ${issuer.host} is not an https URL.`);
  }
  return given;
}

/** The default is "client_secret_basic" (OpenID Connect Discovery 1.0, section 3). */
function authenticationIn({ token_endpoint_auth_methods_supported: methods }: JsonObject): "post" | "basic" {
  return Array.isArray(methods) && methods.includes("client_secret_post") ? "post" : "basic";
}
