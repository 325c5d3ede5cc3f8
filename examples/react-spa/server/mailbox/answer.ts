import type { IncomingMessage, ServerResponse } from "node:http";
import { isAtHome } from "../is-at-home.ts";
import { isDevelopment } from "../settings.ts";
import { allEmails, findEmail } from "./mailbox.ts";

/** An email can have any styles and no scripts, even if it is opened outside the page's frame. */
const emailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
  "sandbox allow-popups allow-popups-to-escape-sandbox";
const always = { "cache-control": "no-store", "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };

/** `GET /api/mailbox`: all emails. `GET /api/mailbox/3.html`: one email as HTML. Disabled in production. */
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
  // A link of the email opens in a new tab, not in the frame.
  return { headers, body: message.html.replace("<head>", '<head><base target="_blank">') };
}
