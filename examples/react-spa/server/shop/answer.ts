import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isAuthError } from "@keyhold/core";
import { auth } from "../auth.ts";
import { baseURL, isDevelopment } from "../settings.ts";
import { merchantId } from "./merchant-id.ts";
import {
  readActivity,
  readCustomers,
  readDeliveries,
  readOrders,
  readOverview,
  readPortal,
  readProducts,
  readSubscriptions,
} from "./views.ts";

/** For members of the merchant's organization. */
const merchantViews: Readonly<Record<string, (organization: string) => Promise<object>>> = {
  "/api/shop/overview": (organization) => readOverview(organization, new Date()),
  "/api/shop/products": readProducts,
  "/api/shop/orders": readOrders,
  "/api/shop/subscriptions": readSubscriptions,
  "/api/shop/customers": readCustomers,
  "/api/shop/activity": () => readActivity(),
  "/api/shop/webhooks": readDeliveries,
};

/** Deliveries on request, for the same members; not in production. */
const testEvents = new Set(["/api/shop/test-event", "/api/shop/forged-event"]);

const headers = {
  "cache-control": "no-store",
  "content-type": "application/json",
  "x-content-type-options": "nosniff",
};

interface Answer {
  readonly status: number;
  readonly body: object;
}

const fail = (status: number, code: string): Answer => ({ status, body: { code } });

/** The JSON routes of the dashboard and of the portal. */
export async function answerShop(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  const { status, body } = await answerTo(request, path).catch((error: unknown) => {
    if (isAuthError(error)) return fail(error.status, error.code);
    console.error(error);
    return fail(500, "INTERNAL_ERROR");
  });
  const text = JSON.stringify(body);
  const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
  const isSame = status === 200 && request.method === "GET" && request.headers["if-none-match"] === etag;
  response.writeHead(isSame ? 304 : status, { ...headers, ...(status === 200 ? { etag } : {}) });
  response.end(isSame ? undefined : text);
}

async function answerTo(request: IncomingMessage, path: string): Promise<Answer> {
  const view = Object.hasOwn(merchantViews, path) ? merchantViews[path] : undefined;
  const isTestEvent = isDevelopment && testEvents.has(path);
  if (!view && !isTestEvent && path !== "/api/shop/portal") return fail(404, "NOT_FOUND");
  if (request.method !== (isTestEvent ? "POST" : "GET")) return fail(405, "METHOD_NOT_ALLOWED");
  if (isTestEvent && request.headers.origin !== new URL(baseURL).origin) return fail(403, "FORBIDDEN_ORIGIN");

  const signedIn = await auth.session(request);
  if (!signedIn) return fail(401, "UNAUTHORIZED");
  // After a sign-in by a backup code, the user must set up a factor first.
  if (signedIn.session.amr?.split(",").includes("recovery")) return fail(403, "STEP_UP_REQUIRED");
  if (path === "/api/shop/portal") return { status: 200, body: await readPortal(signedIn.user.id) };

  const organizations = await auth.api.organization.list({}, { headers: request.headers });
  const organization = organizations.find(({ id }) => id === merchantId());
  if (!organization) return fail(403, "NOT_A_MEMBER_OF_THE_MERCHANT");
  if (view) {
    if (isDevelopment) (await import("./sample/provider.ts")).keepDelivering();
    return { status: 200, body: await view(organization.name) };
  }
  const { deliverForged, deliverNext } = await import("./sample/provider.ts");
  return { status: 200, body: await (path === "/api/shop/test-event" ? deliverNext() : deliverForged()) };
}
