import type { IncomingMessage } from "node:http";
import { baseURL } from "./settings.ts";

/**
 * Whether a request is from this computer and for its own host name: other computers, and DNS rebinding, can neither
 * read emails nor sign in as guests.
 */
export function isAtHome({ socket, headers }: IncomingMessage): boolean {
  const isLocal = /^(::1|(::ffff:)?127\.)/.test(socket.remoteAddress ?? "");
  return isLocal && headers.host === new URL(baseURL).host;
}
