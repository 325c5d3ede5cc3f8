import { type Context, commonErrors } from "@keyhold/core/plugin";
import type { Social } from "../options.js";
import { clientIdOf, type Provider } from "../provider.js";
import type { ServerMetadata } from "../server-metadata.js";
import type { Net } from "./http.js";

/** A provider with resolved metadata, and the client for requests to the provider. */
export interface Connection {
  readonly provider: Provider;
  readonly server: ServerMetadata;
  readonly net: Net;
  readonly now: Date;
  /** The client of requests to the provider. */
  readonly clientId: string;
}

/** @throws Error if the discovery document cannot be fetched. */
export async function connect(ctx: Context, { servers, net }: Social, provider: Provider): Promise<Connection> {
  const server = await servers(provider, ctx.now());
  return { provider, server, net, now: ctx.now(), clientId: clientIdOf(provider.options) };
}

/** Throws SERVICE_UNAVAILABLE, because a provider does not answer: the client may try again. */
export const failUnavailable = (ctx: Context, cause: unknown): never =>
  ctx.fail(commonErrors.SERVICE_UNAVAILABLE, { cause, headers: { "retry-after": "5" } });
