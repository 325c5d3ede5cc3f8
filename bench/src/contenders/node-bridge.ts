import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { baseURL } from "./contender.ts";

export async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The smallest bridge from `node:http` to a fetch handler: it buffers, and it answers with a content-length. */
export function listenerOf(handler: (request: Request) => Promise<Response>): RequestListener {
  return (incoming, outgoing) => {
    serve(handler, incoming, outgoing).catch(() => outgoing.writeHead(500).end());
  };
}

async function serve(
  handler: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
  const request = new Request(baseURL + incoming.url, {
    method: incoming.method ?? "GET",
    headers: incoming.headers as Record<string, string>,
    body: hasBody ? new Uint8Array(await readBody(incoming)) : null,
  });
  const response = await handler(request);
  const body = await response.text();
  const headers: Record<string, string | number | string[]> = {
    "content-length": Buffer.byteLength(body),
  };
  for (const [name, value] of response.headers) {
    if (name !== "set-cookie") headers[name] = value;
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  outgoing.writeHead(response.status, headers).end(body);
}
