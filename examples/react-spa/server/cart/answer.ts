import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { userModel } from "@keyhold/core/plugin";
import type { CartView } from "../../shared/shop.ts";
import { auth } from "../auth.ts";
import { baseURL } from "../settings.ts";
import { payments } from "../shop/payments.ts";
import { store } from "../shop/store.ts";
import { readProducts } from "../shop/views.ts";
import { cartModel, maxItems } from "./models.ts";

const headers = {
  "cache-control": "no-store",
  "content-type": "application/json",
  "x-content-type-options": "nosniff",
};

/**
 * `GET /api/cart`: the goods, and the cart of the guest or member; `POST ?product=` adds one, `DELETE ?item=` removes
 * one. A visitor becomes a guest before the first thing is in the cart.
 */
export async function answerCart(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, body } = await answerTo(request).catch((error: unknown) => {
    console.error(error);
    return fail(500, "INTERNAL_ERROR");
  });
  response.writeHead(status, headers).end(JSON.stringify(body));
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

const fail = (status: number, code: string): Answer => ({ status, body: { code } });

async function answerTo(request: IncomingMessage): Promise<Answer> {
  const signedIn = await auth.session(request);
  const userId = signedIn?.user.id ?? null;
  if (request.method === "GET") return { status: 200, body: await readCart(userId) };
  if (request.method !== "POST" && request.method !== "DELETE") return fail(405, "METHOD_NOT_ALLOWED");
  if (request.headers.origin !== new URL(baseURL).origin) return fail(403, "FORBIDDEN_ORIGIN");
  if (userId === null) return fail(401, "UNAUTHORIZED");
  const { searchParams } = new URL(request.url ?? "/", baseURL);
  if (request.method === "DELETE") await store().remove(cartModel, { id: searchParams.get("item") ?? "", userId });
  else if (!(await add(userId, searchParams.get("product") ?? ""))) return fail(409, "NOT_ADDED");
  return { status: 200, body: await readCart(userId) };
}

/** What is sent in a parcel: the tasting notes are bought on the page of plans. */
const goods = async () =>
  (await readProducts()).filter(
    ({ id, interval, isArchived }) => interval === null && !isArchived && id !== payments.products.notes,
  );

async function readCart(userId: string | null): Promise<CartView> {
  const options = { orderBy: "addedAt", limit: maxItems } as const;
  const [products, rows] = await Promise.all([
    goods(),
    userId === null ? [] : store().list(cartModel, { userId }, options),
  ]);
  return { products, items: rows.map(({ id, productId }) => ({ id, productId })) };
}

/** Adds a thing. The user is locked: of concurrent calls none goes above the maximum, or adds to a removed guest. */
async function add(userId: string, productId: string): Promise<boolean> {
  if (!(await goods()).some(({ id }) => id === productId)) return false;
  const added = await store().transactionOn(userModel, userId, async (tx) => {
    if ((await tx.count(cartModel, { userId })) >= maxItems) return false;
    await tx.insert(cartModel, { id: randomUUID(), userId, productId, addedAt: new Date() });
    return true;
  });
  return added ?? false;
}
