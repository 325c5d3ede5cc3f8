import { hasPeerHeader, setPeerHeader } from "./peer-address.js";

/**
 * Makes the address of each connection known to this package, for rate limits: Next.js does not tell the address, and a
 * client may send any `X-Forwarded-For`. For `register()` in `instrumentation.ts`, in the runtime "nodejs".
 *
 * @example
 * export async function register() {
 *   if (process.env.NEXT_RUNTIME === "nodejs") {
 *     const { observeAddresses } = await import("@keyhold/next/instrumentation");
 *     observeAddresses();
 *   }
 * }
 */
export function observeAddresses(): void {
  if (hasPeerHeader()) return;
  // A random name: a client cannot send this header.
  const name = `x-keyhold-peer-${crypto.randomUUID()}`;
  setPeerHeader(name);
  // Not imported: a route of the runtime "edge" may bundle this file, and has no such module.
  const { subscribe } = process.getBuiltinModule("node:diagnostics_channel");
  subscribe("http.server.request.start", (message) => {
    if (!isStart(message)) return;
    const { remoteAddress } = message.request.socket;
    if (remoteAddress !== undefined) message.request.headers[name] = remoteAddress;
  });
}

interface Start {
  readonly request: {
    readonly headers: Record<string, unknown>;
    readonly socket: { readonly remoteAddress?: string };
  };
}

const isStart = (message: unknown): message is Start =>
  typeof message === "object" && message !== null && "request" in message;
