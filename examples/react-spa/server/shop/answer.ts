import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { BillingProviderError } from "@keyhold/billing";
import { isAuthError } from "@keyhold/core";
import { overviewPath } from "../../shared/shop.ts";
import { auth } from "../auth.ts";
import { baseURL, isDevelopment } from "../settings.ts";
import { pourCup } from "./cups.ts";
import { merchantId } from "./merchant-id.ts";
import { tastingNotes } from "./notes.ts";
import {
  readActivity,
  readCustomers,
  readDeliveries,
  readOrders,
  readOverview,
  readProducts,
  readSubscriptions,
} from "./views.ts";
import { mayManageWebhooks, readEvent, sendAgain } from "./webhooks.ts";

/** For members of the merchant's organization. */
const merchantViews: Readonly<Record<string, (organization: string) => Promise<object>>> = {
  [overviewPath]: (organization) => readOverview(organization, new Date()),
  "/api/shop/products": readProducts,
  "/api/shop/orders": readOrders,
  "/api/shop/subscriptions": readSubscriptions,
  "/api/shop/customers": readCustomers,
  "/api/shop/activity": () => readActivity(),
  "/api/shop/webhooks": readDeliveries,
};

const refundPath = "/api/shop/refund";

type Present = typeof import("./desk/present.ts");

/** What the same members ask of the payments provider of this computer; not in production. */
const deskCalls: Readonly<Record<string, (present: Present, id: string) => Promise<object>>> = {
  "/api/shop/test-event": ({ sellNext }) => sellNext(),
  "/api/shop/failing-event": ({ sendFailing }) => sendFailing(),
  "/api/shop/forged-event": ({ sendForged }) => sendForged(),
  "/api/shop/mixed-deliveries": async ({ deliverMixed }, id) => ({ isMixed: deliverMixed(id === "on") }),
  [refundPath]: ({ refundOrder }, id) => refundOrder(id),
};

/** What a customer does with a purchase: reads the tasting notes, pours a cup. */
const customerRoutes: Readonly<Record<string, "GET" | "POST">> = {
  "/api/shop/notes": "GET",
  "/api/shop/pour": "POST",
};

/** One webhook event by its id, and its handlers once more. */
const eventPath = "/api/shop/webhook";
const sendAgainPath = "/api/shop/send-again";
const forAdministrators: readonly string[] = [eventPath, sendAgainPath, refundPath];

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
    if (isAuthError(error)) return { status: error.status, body: { code: error.code, stepUp: error.stepUp } };
    if (error instanceof BillingProviderError && error.reason === "not-found") return fail(404, "NOT_FOUND");
    console.error(error);
    return fail(500, "INTERNAL_ERROR");
  });
  const text = JSON.stringify(body);
  const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
  const isSame = status === 200 && request.method === "GET" && request.headers["if-none-match"] === etag;
  response.writeHead(isSame ? 304 : status, { ...headers, ...(status === 200 ? { etag } : {}) });
  response.end(isSame ? undefined : text);
}

/** The method of a route; null for an unknown path. */
function methodOf(path: string): "GET" | "POST" | null {
  if (Object.hasOwn(deskCalls, path)) return isDevelopment ? "POST" : null;
  if (path === sendAgainPath) return "POST";
  if (Object.hasOwn(merchantViews, path) || path === eventPath) return "GET";
  return Object.hasOwn(customerRoutes, path) ? (customerRoutes[path] ?? null) : null;
}

async function answerTo(request: IncomingMessage, path: string): Promise<Answer> {
  const method = methodOf(path);
  if (!method) return fail(404, "NOT_FOUND");
  if (request.method !== method) return fail(405, "METHOD_NOT_ALLOWED");
  if (method === "POST" && request.headers.origin !== new URL(baseURL).origin) return fail(403, "FORBIDDEN_ORIGIN");

  const signedIn = await auth.session(request);
  if (!signedIn) return fail(401, "UNAUTHORIZED");
  // After a sign-in by a backup code, the user must set up a factor first.
  if (signedIn.session.amr?.split(",").includes("recovery")) return fail(403, "STEP_UP_REQUIRED");
  if (Object.hasOwn(customerRoutes, path)) return answerCustomer(request, path, signedIn.session);

  const organization = await merchantOf(request);
  if (!organization) return fail(403, "NOT_A_MEMBER_OF_THE_MERCHANT");
  if (forAdministrators.includes(path)) {
    const isAllowed = await mayManageWebhooks({ userId: signedIn.user.id, organizationId: organization.id });
    if (!isAllowed) return fail(403, "NOT_AN_ADMINISTRATOR_OF_THE_MERCHANT");
    if (path !== refundPath) return answerEvent(request, path);
  }
  const view = merchantViews[path];
  const present = isDevelopment ? await import("./desk/present.ts") : null;
  if (view) {
    present?.keepSelling();
    return { status: 200, body: await view(organization.name) };
  }
  const call = deskCalls[path];
  return present && call ? { status: 200, body: await call(present, idOf(request)) } : fail(404, "NOT_FOUND");
}

/** The merchant's organization, if the user is a member. */
export async function merchantOf({ headers }: IncomingMessage) {
  const organizations = await auth.api.organization.list({}, { headers });
  return organizations.find(({ id }) => id === merchantId()) ?? null;
}

interface Visit {
  readonly userId: string;
  readonly activeOrganizationId: string | null;
}

/** The organization pays by cup if it has a machine; else the cups are those of the user's plan. */
async function answerCustomer({ headers }: IncomingMessage, path: string, visit: Visit): Promise<Answer> {
  if (path === "/api/shop/notes") {
    await auth.api.billing.require({ entitlement: "notes" }, { headers });
    return { status: 200, body: tastingNotes };
  }
  const { userId, activeOrganizationId: organizationId } = visit;
  const machine = organizationId && (await auth.api.billing.has({ entitlement: "machine", organizationId })).has;
  await pourCup(machine ? { organizationId } : { userId }, new Date());
  return { status: 200, body: {} };
}

const idOf = ({ url }: IncomingMessage): string => new URL(url ?? "/", baseURL).searchParams.get("id") ?? "";

async function answerEvent(request: IncomingMessage, path: string): Promise<Answer> {
  const id = idOf(request);
  const body = await (path === eventPath ? readEvent(id) : sendAgain(id, request.headers));
  return body ? { status: 200, body } : fail(404, "NOT_FOUND");
}
