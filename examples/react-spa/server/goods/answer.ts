import type { IncomingMessage, ServerResponse } from "node:http";
import { isAuthError } from "@keyhold/core";
import { principalAllows, rateLimitHeaders } from "@keyhold/core/principal";
import { auth } from "../auth.ts";
import { readProducts } from "../shop/views.ts";

interface Answer {
  readonly status: number;
  readonly headers?: object;
  readonly body: object;
}

/** `GET /api/goods`: the names of the goods, for a session, or for an API key that may read the goods. */
export async function answerGoods(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = await answerTo(request).catch(failed);
  response
    .writeHead(status, { ...headers, "cache-control": "no-store", "content-type": "application/json" })
    .end(`${JSON.stringify(body)}\n`);
}

async function answerTo({ headers, method = "GET", url }: IncomingMessage): Promise<Answer> {
  if (method !== "GET") return { status: 405, headers: { allow: "GET" }, body: { code: "METHOD_NOT_ALLOWED" } };
  const principal = await auth.api.getPrincipal({ href: url, method }, { headers });
  if (!principal) return { status: 401, headers: { "www-authenticate": "Bearer" }, body: { code: "UNAUTHORIZED" } };
  const limits = rateLimitHeaders(principal);
  if (!principalAllows(principal, { goods: ["read"] }))
    return { status: 403, headers: limits, body: { code: "FORBIDDEN" } };
  const goods = (await readProducts()).map(({ name }) => name);
  return { status: 200, headers: limits, body: { caller: principal.kind, goods } };
}

function failed(error: unknown): Answer {
  if (isAuthError(error)) return { status: error.status, headers: { ...error.headers }, body: { code: error.code } };
  console.error(error);
  return { status: 500, body: { code: "INTERNAL_ERROR" } };
}
