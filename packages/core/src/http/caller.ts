import type { Caller } from "../contract/context.js";
import { maxUserAgentLength } from "../model/models.js";
import type { ClientAddresses } from "./client-address.js";
import type { HeaderLookup } from "./incoming-request.js";

/** Facts about a connection, from the server below this library. */
export interface Connection {
  /** The address of the peer, e.g. `socket.remoteAddress`. */
  readonly ipAddress?: string | undefined;
  /**
   * For `auth.handler`: what was read of a body before, which a `Request` gives only once: text, bytes, or the parsed
   * value. Default: the body of the request.
   */
  readonly body?: unknown;
}

/** Describes the caller by connection and headers. */
export const describeConnection = (
  headers: HeaderLookup,
  { ipAddress }: Connection,
  addresses: ClientAddresses,
): Pick<Caller, "ipAddress" | "userAgent" | "origin"> => ({
  ipAddress: addresses.find(headers, ipAddress),
  userAgent: headers.get("user-agent")?.slice(0, maxUserAgentLength) ?? null,
  origin: headers.get("origin"),
});
