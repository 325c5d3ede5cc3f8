/** What the server below us knows about a connection. */
export interface Connection {
  /** The address at the other end, e.g. `socket.remoteAddress`. */
  readonly ipAddress?: string | undefined;
}

const longestUserAgent = 512;

/** The program that calls, as it names itself. */
export const userAgentOf = (headers: Headers): string | null =>
  headers.get("user-agent")?.slice(0, longestUserAgent) ?? null;
