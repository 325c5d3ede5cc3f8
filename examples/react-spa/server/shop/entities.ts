import { type TolerantCustomer, type TolerantPrice, versionOf } from "@keyhold/billing-schema";
import type { Insert } from "@keyhold/core/plugin";
import type { PriceView } from "../../shared/shop.ts";
import type { customerModel } from "./models.ts";

/** The parts of the provider's entities that the shop keeps. */
export const nameOf = ({ name, email }: Pick<TolerantCustomer, "name" | "email">): string =>
  name ?? email ?? "A customer without a name";

export const customerOf = (customer: TolerantCustomer): Insert<typeof customerModel> => ({
  id: customer.id,
  version: versionOf(customer),
  name: nameOf(customer),
  email: customer.email ?? "",
  userId: customer.externalId ?? null,
  country: customer.billingAddress?.country ?? null,
  createdAt: customer.createdAt,
  deletedAt: customer.deletedAt,
});

/** A price as the shop shows it; empty for a kind that this version does not know, and for a price without an amount. */
export function priceOf(price: TolerantPrice): readonly PriceView[] {
  if (price.isArchived) return [];
  if (price.amountType === "free") return [{ kind: "free" }];
  const { priceCurrency: currency } = price;
  if (typeof currency !== "string") return [];
  switch (price.amountType) {
    case "fixed":
      return price.priceAmount === null ? [] : [{ kind: "fixed", amount: price.priceAmount, currency }];
    case "custom":
      return [{ kind: "custom", currency, minimum: price.minimumAmount }];
    case "metered_unit":
      return price.unitAmount === null
        ? []
        : [{ kind: "metered", unitAmount: price.unitAmount, currency, meter: price.meter?.name ?? "units" }];
    default:
      return [];
  }
}
