import { billingProductModel } from "@keyhold/billing";
import { before } from "@keyhold/core/plugin";
import { organizationModel } from "@keyhold/organization/plugin";
import { auth } from "../auth.ts";
import { isDevelopment } from "../settings.ts";
import { shopName, shopSlug } from "./desk/catalogue.ts";
import { setMerchantId } from "./merchant-id.ts";
import { activityModel, deliveryModel } from "./models.ts";
import { openStore, store } from "./store.ts";

const keptMilliseconds = 7 * 86_400_000;

/**
 * Opens the shop's tables. In development it also creates the merchant's organization, with the administrator as its
 * owner.
 */
export async function openShop(administratorId: string | null): Promise<void> {
  openStore(auth.schema);
  const limit = new Date(Date.now() - keptMilliseconds);
  await Promise.all([activityModel, deliveryModel].map((model) => store().remove(model, { at: before(limit) })));
  if (administratorId) setMerchantId(await merchantOf(administratorId));
}

/** Reads what was sold before this server was there, once: the server has to listen for the webhooks of the past. */
export async function fillShop(): Promise<void> {
  if (!isDevelopment || (await store().count(billingProductModel, {})) > 0) return;
  const { deliverPast } = await import("./desk/present.ts");
  await deliverPast();
  await auth.api.billing.syncAll({});
}

async function merchantOf(userId: string): Promise<string> {
  const found = await store().find(organizationModel, { slug: shopSlug });
  if (found) return found.id;
  return (await auth.api.organization.createForUser({ userId, name: shopName, slug: shopSlug })).id;
}
