import type { Context } from "@keyhold/core/plugin";
import type { Social } from "../options.js";
import type { Provider, ServerMetadata } from "../provider.js";
import type { Net } from "./http.js";

/** A provider, where it answers, and the way there. */
export interface Connection {
  readonly provider: Provider;
  readonly server: ServerMetadata;
  readonly net: Net;
  readonly now: Date;
}

/** @throws Error when a provider that is to say where it answers does not. */
export async function connect(ctx: Context, { servers, net }: Social, provider: Provider): Promise<Connection> {
  const server = await servers(provider, ctx.now());
  return { provider, server, net, now: ctx.now() };
}

/** For whoever may come again in a moment, because a provider does not answer. Throws SERVICE_UNAVAILABLE. */
export const refuseUnavailable = (ctx: Context, cause: unknown): never =>
  ctx.refuse("SERVICE_UNAVAILABLE", { cause, headers: { "retry-after": "5" } });
