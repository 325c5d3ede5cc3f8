import type { IncomingMessage, ServerResponse } from "node:http";
import { baseURL, isDevelopment } from "../settings.ts";
import { allEmails, findEmail } from "./mailbox.ts";

/** A letter may look as it likes and can do nothing, even when it is opened outside the page's frame. */
const emailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
  "sandbox allow-popups allow-popups-to-escape-sandbox";
const always = { "cache-control": "no-store", "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };

/** `GET /api/mailbox`: all letters. `GET /api/mailbox/3.html`: one as it looks. In production: nothing. */
export function answerMailbox(request: IncomingMessage, response: ServerResponse, path: string): void {
  const isAllowed = isDevelopment && request.method === "GET" && isAtHome(request);
  const answer = isAllowed ? read(path) : null;
  response.writeHead(answer ? 200 : 404, { ...always, ...answer?.headers });
  response.end(answer?.body);
}

function read(path: string): { headers: Record<string, string>; body: string } | null {
  if (path === "/api/mailbox") {
    return { headers: { "content-type": "application/json" }, body: JSON.stringify(allEmails()) };
  }
  const message = findEmail(Number(path.match(/^\/api\/mailbox\/(\d+)\.html$/)?.[1]));
  if (!message) return null;
  const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": emailPolicy };
  // In the frame that shows it a link of the letter opens beside the page.
  return { headers, body: message.html.replace("<head>", '<head><base target="_blank">') };
}

/** Asked from this computer and under our own name: the network, and pages that rebind theirs to us, read no letters. */
function isAtHome({ socket, headers }: IncomingMessage): boolean {
  const isLocal = /^(::1|(::ffff:)?127\.)/.test(socket.remoteAddress ?? "");
  return isLocal && headers.host === new URL(baseURL).host;
}
