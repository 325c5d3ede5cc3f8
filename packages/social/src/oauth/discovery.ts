import {
  type AuthorizationServer,
  allowInsecureRequests,
  customFetch,
  discoveryRequest,
  JSON_ATTRIBUTE_COMPARISON,
  OperationProcessingError,
  processDiscoveryResponse,
} from "oauth4webapi";
import type { JsonObject, Provider, ServerMetadata } from "../provider.js";
import { isLoopback, isReachable, type Net } from "./http.js";
import { reasonOf } from "./reason.js";

/** Finds out where providers answer. */
export type Servers = (provider: Provider, now: Date) => ServerMetadata | Promise<ServerMetadata>;

interface Known {
  readonly metadata: Promise<ServerMetadata>;
  readonly until: number;
}

/** How long what an issuer said of itself is believed. */
const lifetimeMilliseconds = 24 * 60 * 60 * 1000;

/** Declared metadata as they are; discovered ones are kept for a day. What failed is tried again by the next caller. */
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

/** @throws Error when the issuer does not answer, says that it is another one (OpenID Connect Discovery 1.0, section 4.3), or does not say where to sign in. */
async function discover(net: Net, issuer: URL): Promise<ServerMetadata> {
  const found = await readDocument(net, issuer).catch((cause: unknown) => {
    throw new Error(documentProblem(issuer, cause), { cause });
  });
  const authorizationEndpoint = endpointIn(issuer, found, "authorization_endpoint");
  const tokenEndpoint = endpointIn(issuer, found, "token_endpoint");
  if (!authorizationEndpoint || !tokenEndpoint) throw new Error(`${issuer.host} does not say where to sign in.`);
  const userinfoEndpoint = endpointIn(issuer, found, "userinfo_endpoint");
  const jwksUri = endpointIn(issuer, found, "jwks_uri");
  return {
    issuer: found.issuer,
    authorizationEndpoint,
    tokenEndpoint,
    ...(userinfoEndpoint && { userinfoEndpoint }),
    ...(jwksUri && { jwksUri }),
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

/** An issuer is written by hand, so that most often it is the config that is wrong. */
function documentProblem({ host }: URL, thrown: unknown): string {
  const isOther = thrown instanceof OperationProcessingError && thrown.code === JSON_ATTRIBUTE_COMPARISON;
  if (isOther) return `${host} is another issuer than the configured one: write \`issuer\` as its document has it.`;
  return `${host} gave no discovery document: ${reasonOf(thrown)}`;
}

/** A browser is sent there, or a secret: with TLS, unless the issuer itself runs on this machine without. */
function endpointIn(issuer: URL, found: JsonObject, name: string): string | null {
  const given = found[name] ?? null;
  if (given === null) return null;
  const isEndpoint = typeof given === "string" && isReachable(given);
  if (!isEndpoint || (issuer.protocol === "https:" && new URL(given).protocol !== "https:")) {
    throw new Error(`What ${issuer.host} names as its ${name} is no https URL.`);
  }
  return given;
}

/** Left out, it is "client_secret_basic" (OpenID Connect Discovery 1.0, section 3). */
function authenticationIn({ token_endpoint_auth_methods_supported: methods }: JsonObject): "post" | "basic" {
  return Array.isArray(methods) && methods.includes("client_secret_post") ? "post" : "basic";
}
