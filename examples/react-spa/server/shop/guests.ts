import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { auth } from "../auth.ts";
import { isAtHome } from "../is-at-home.ts";
import { baseURL, isDevelopment } from "../settings.ts";
import { merchantId } from "./merchant-id.ts";

const always = { "cache-control": "no-store", "content-type": "application/json" };

/**
 * `POST /api/guests/merchant`, `POST /api/guests/customer`: signs in as a new user who can look around. Not in
 * production, and not for other computers or other sites.
 */
export async function answerGuests(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  const [, kind] = /^\/api\/guests\/(merchant|customer)$/.exec(path) ?? [];
  const isAllowed = isDevelopment && request.method === "POST" && isAtHome(request);
  if (!kind || !isAllowed || request.headers.origin !== new URL(baseURL).origin) {
    response.writeHead(404, always).end("{}");
    return;
  }
  try {
    const cookies = await signInGuest(kind === "merchant" ? asMerchant : asCustomer, request);
    response.writeHead(200, { ...always, "set-cookie": cookies }).end("{}");
  } catch (error) {
    console.error(error);
    response.writeHead(500, always).end("{}");
  }
}

interface Guest {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

type Role = (guest: Guest) => Promise<void>;

/** A new user with a random password, in a new session. */
async function signInGuest(prepare: Role, { headers }: IncomingMessage): Promise<string[]> {
  const password = randomBytes(18).toString("base64url");
  const email = `guest-${randomUUID().slice(0, 8)}@example.com`;
  const name = prepare === asMerchant ? "Guest merchant" : "Guest customer";
  const { user } = await auth.api.createUser({ name, email, emailVerified: true, password });
  await prepare(user);

  const cookies: string[] = [];
  const setCookie = (line: string): void => void cookies.push(line);
  await auth.api.signIn.email({ email, password }, { headers: { "user-agent": headers["user-agent"] }, setCookie });
  const organizationId = merchantId();
  if (prepare === asMerchant && organizationId) {
    const cookie = cookies.map((line) => line.split(";", 1)[0]).join("; ");
    await auth.api.organization.setActive({ organizationId }, { headers: { cookie } });
  }
  return cookies;
}

async function asMerchant({ id: userId }: Guest): Promise<void> {
  const organizationId = merchantId();
  if (organizationId) await auth.api.organization.addMember({ userId, organizationId, role: "admin" });
}

async function asCustomer(guest: Guest): Promise<void> {
  const { buyAs } = await import("./desk/present.ts");
  await buyAs(guest);
}
