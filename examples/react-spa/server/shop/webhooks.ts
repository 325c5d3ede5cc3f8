import type { IncomingHttpHeaders } from "node:http";
import { memberModel } from "@keyhold/organization/plugin";
import type { EventView, SentAgainView } from "../../shared/shop.ts";
import { auth } from "../auth.ts";
import { store } from "./store.ts";

const stepUpSeconds = 600;

interface Membership {
  readonly userId: string;
  readonly organizationId: string;
}

/** Owners and administrators of the merchant may see payloads, which have personal data, and send events again. */
export async function mayManageWebhooks({ userId, organizationId }: Membership): Promise<boolean> {
  const member = await store().find(memberModel, { userId, organizationId });
  const roles = member?.role.split(",") ?? [];
  return roles.includes("owner") || roles.includes("admin");
}

/** One event with its payload and its handlers; null for an unknown id. */
export async function readEvent(id: string): Promise<EventView | null> {
  const event = await auth.api.readWebhookEvent({ id });
  return event && { ...event, receivedAt: event.receivedAt.toISOString() };
}

/**
 * Runs the handlers that have not completed, each once, however often it is called at once. Asks for a proof of the last
 * ten minutes.
 */
export async function sendAgain(id: string, headers: IncomingHttpHeaders): Promise<SentAgainView> {
  await auth.api.requireStepUp({ withinSeconds: stepUpSeconds }, { headers });
  return auth.api.retryWebhookEvent({ id });
}
