import * as billing from "@keyhold/billing";
import type { Adapter } from "@keyhold/core/adapter";

const models = [
  billing.billingCustomerModel,
  billing.billingProductModel,
  billing.billingBenefitModel,
  billing.billingSubscriptionModel,
  billing.billingOrderModel,
  billing.billingRefundModel,
  billing.billingGrantModel,
  billing.billingMeterBalanceModel,
  billing.billingHoldingModel,
];

/** Every row of the mirror, by table. */
export async function mirrorRows(db: Pick<Adapter, "list">): Promise<Readonly<Record<string, readonly object[]>>> {
  const tables = models.map(async (model) => {
    const rows = await db.list(model as (typeof models)[0], {}, { orderBy: "id", limit: 10_000 });
    return [model.name, rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}
