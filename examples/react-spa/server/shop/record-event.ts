import type { AdminEvent } from "@keyhold/admin";
import type { AnonymousEvent } from "@keyhold/anonymous";
import type { ApiKeyEvent } from "@keyhold/api-key";
import { type BillingPluginEvent, billingCustomerModel } from "@keyhold/billing";
import type { CoreEvent } from "@keyhold/core";
import { userModel } from "@keyhold/core/plugin";
import type { DeviceAuthorizationEvent } from "@keyhold/device-authorization";
import type { OrganizationEvent } from "@keyhold/organization";
import { memberModel } from "@keyhold/organization/plugin";
import type { TeamEvent } from "@keyhold/organization/teams";
import type { PasskeyEvent } from "@keyhold/passkey";
import type { PhoneNumberEvent } from "@keyhold/phone-number";
import type { TwoFactorEvent } from "@keyhold/two-factor";
import type { DeliveryView } from "../../shared/shop.ts";
import { merchantId } from "./merchant-id.ts";
import { activityModel, deliveryModel } from "./models.ts";
import { store } from "./store.ts";

/** The events of core and of the plugins of `auth.ts`. */
type AppEvent =
  | CoreEvent
  | AnonymousEvent
  | ApiKeyEvent
  | DeviceAuthorizationEvent
  | OrganizationEvent
  | BillingPluginEvent
  | AdminEvent
  | TeamEvent
  | PasskeyEvent
  | PhoneNumberEvent
  | TwoFactorEvent;

/** Keeps events of the auth for the activity feed, and the outcome of each webhook for its log. */
export async function recordEvent(event: AppEvent): Promise<void> {
  switch (event.type) {
    case "session.created":
      return recordSignIn(event);
    case "member.added":
      if (event.organization.id !== merchantId()) return;
      return recordActivity(event.type, await nameOfUser(event.member.userId), `joined as ${event.member.role}`);
    case "webhook.handled":
      return recordDelivery(event, "handled", event.attempt > 1 ? `attempt ${event.attempt}` : "");
    case "webhook.failed":
      return recordDelivery(event, "failed", event.handler ? `handler ${event.handler}` : "the store");
    case "webhook.unknown":
      return recordDelivery(event, "unknown", "not a type of this version");
    case "webhook.undecodable":
      return recordDelivery(event, "undecodable", event.reason);
    case "webhook.rejected":
      return recordDelivery({ id: "", eventType: "" }, "rejected", event.code);
    default:
      return undefined;
  }
}

type SignIn = Extract<AppEvent, { readonly type: "session.created" }>;

/** A sign-in is for the feed if its user is a member of the merchant's organization, or a customer. */
async function recordSignIn({ user, method }: SignIn): Promise<void> {
  const db = store();
  const organizationId = merchantId();
  const isMember = organizationId !== null && (await db.exists(memberModel, { organizationId, userId: user.id }));
  if (!isMember && !(await db.exists(billingCustomerModel, { ownerKind: "user", ownerId: user.id }))) return;
  await recordActivity("session.created", user.name, `signed in by ${method}`);
}

async function nameOfUser(id: string): Promise<string> {
  return (await store().find(userModel, { id }))?.name ?? "A former user";
}

async function recordActivity(type: string, subject: string, detail: string): Promise<void> {
  await store().insert(activityModel, { at: new Date(), type, subject, detail });
}

type Delivery = { readonly id: string; readonly eventType: string };

async function recordDelivery(delivery: Delivery, outcome: DeliveryView["outcome"], note: string): Promise<void> {
  const { id: eventId, eventType } = delivery;
  await store().insert(deliveryModel, { at: new Date(), eventId, eventType, outcome, note });
}
