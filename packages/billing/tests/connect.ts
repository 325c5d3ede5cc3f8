import { createServer } from "node:http";
import { nodeHandler } from "@keyhold/core/node";
import type { TestBillingProvider } from "@keyhold/testing/billing-provider";
import { onTestFinished } from "vitest";
import { close, listen } from "../../../tests/harness/auth-server.ts";

interface Served {
  idle(): Promise<unknown>;
  handler(request: Request): Promise<Response>;
}

/** Serves an auth over HTTP, and sends the provider's webhooks there, until the test ends. */
export async function connect(
  auth: Parameters<typeof nodeHandler>[0] & Served,
  desk: Pick<TestBillingProvider, "sendWebhooksTo" | "stop">,
): Promise<void> {
  const server = createServer(nodeHandler(auth));
  desk.sendWebhooksTo(`${await listen(server)}/api/auth/billing/webhook`);
  onTestFinished(async () => {
    await auth.idle();
    await desk.stop();
    await close(server);
  });
}

/** Requests of a browser to an auth. */
export function requestsTo({ handler }: Pick<Served, "handler">) {
  async function call(method: "GET" | "POST", path: string, fields: object, headers: HeadersInit = {}) {
    const sent = new Headers(headers);
    const query = method === "GET" ? `?${new URLSearchParams(fields as Record<string, string>)}` : "";
    if (method === "POST") {
      sent.set("content-type", "application/json");
      sent.set("origin", "https://app.example.com");
    }
    const request = new Request(`https://app.example.com/api/auth${path}${query}`, {
      method,
      headers: sent,
      ...(method === "POST" && { body: JSON.stringify(fields) }),
    });
    const response = await handler(request);
    const text = await response.text();
    return { status: response.status, text, headers: response.headers, body: JSON.parse(text || "null") };
  }
  const post = (path: string, fields: object, headers?: HeadersInit) => call("POST", path, fields, headers);
  const get = (path: string, fields: object, headers?: HeadersInit) => call("GET", path, fields, headers);
  return { call, post, get };
}
