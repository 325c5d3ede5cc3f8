import type { Caller } from "../contract/context.js";
import type { ClientAddresses } from "./client-address.js";
import type { HeaderLookup } from "./incoming-request.js";

/** What the server below us knows about a connection. */
export interface Connection {
  /** The address at the other end, e.g. `socket.remoteAddress`. */
  readonly ipAddress?: string | undefined;
}

const maxUserAgentLength = 512;

/** Who calls, from what the connection and the headers say. */
export const describeConnection = (
  headers: HeaderLookup,
  { ipAddress }: Connection,
  addresses: ClientAddresses,
): Pick<Caller, "ipAddress" | "userAgent"> => ({
  ipAddress: addresses.find(headers, ipAddress),
  userAgent: headers.get("user-agent")?.slice(0, maxUserAgentLength) ?? null,
});
