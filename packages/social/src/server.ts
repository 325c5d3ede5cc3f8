import { allowInsecureRequests, customFetch, discoveryRequest, processDiscoveryResponse } from "oauth4webapi";
import { isLoopback, type Net } from "./net.js";
import type { Provider, ServerMetadata } from "./provider.js";

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
    const metadata = discover(net, server.discover);
    known.set(id, { metadata, until: now.getTime() + lifetimeMilliseconds });
    metadata.catch(() => known.delete(id));
    return metadata;
  };
}

/** @throws Error when the issuer does not answer, or says that it is another one (OpenID Connect Discovery 1.0, section 4.3). */
async function discover(net: Net, issuer: string): Promise<ServerMetadata> {
  const url = new URL(issuer);
  const response = await discoveryRequest(url, {
    [customFetch]: (address: string, init: RequestInit) => net.fetch(address, init),
    [allowInsecureRequests]: isLoopback(url),
  });
  const found = await processDiscoveryResponse(url, response);
  const { authorization_endpoint: authorizationEndpoint, token_endpoint: tokenEndpoint } = found;
  if (!authorizationEndpoint || !tokenEndpoint) throw new Error(`${issuer} does not say where to sign in.`);
  return {
    issuer: found.issuer,
    authorizationEndpoint,
    tokenEndpoint,
    ...(found.userinfo_endpoint && { userinfoEndpoint: found.userinfo_endpoint }),
    ...(found.jwks_uri && { jwksUri: found.jwks_uri }),
  };
}
