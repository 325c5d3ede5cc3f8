import type { Caller } from "../context.js";

/** What the server below us knows about a connection. */
export interface Connection {
  /** The address at the other end, e.g. `socket.remoteAddress`. */
  readonly ipAddress?: string | undefined;
}

const longestUserAgent = 512;

/** Who calls, from what the connection and the headers say. */
export function describeConnection(
  headers: Headers,
  { ipAddress }: Connection,
): Pick<Caller, "ipAddress" | "userAgent"> {
  const userAgent = headers.get("user-agent");
  return { ipAddress: ipAddress ?? null, userAgent: userAgent === null ? null : userAgent.slice(0, longestUserAgent) };
}
