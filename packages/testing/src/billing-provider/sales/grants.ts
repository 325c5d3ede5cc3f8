import type { BenefitRow, Values } from "../data/rows.js";
import { type Desk, emit } from "../desk.js";

/** What grants benefits: a subscription, or an order of a product without an interval. */
export interface GrantSource {
  readonly customer_id: string;
  readonly subscription_id: string | null;
  readonly order_id: string | null;
}

/** Grants each benefit of a product that the source does not grant yet, and revokes the others. */
export function grantBenefits(desk: Desk, productId: string, source: GrantSource): void {
  const { store, time } = desk;
  const { benefit_ids } = store.get("products", productId);
  const held = grantsOf(desk, source);
  for (const id of benefit_ids.filter((candidate) => !held.some(({ benefit_id }) => benefit_id === candidate))) {
    const properties = grantedProperties(desk, store.get("benefits", id));
    const row = store.insert("grants", {
      ...source,
      benefit_id: id,
      granted_at: time.stamp(),
      revoked_at: null,
      properties,
    });
    emit(desk, "benefit_grant.created", row.id);
  }
  revokeGrants(desk, source, (benefitId) => !benefit_ids.includes(benefitId));
}

/** Revokes the benefits of a source. */
export function revokeGrants(desk: Desk, source: GrantSource, isRevoked = (_: string): boolean => true): void {
  for (const { id } of grantsOf(desk, source).filter(({ benefit_id }) => isRevoked(benefit_id))) {
    desk.store.update("grants", id, { revoked_at: desk.time.stamp() });
    emit(desk, "benefit_grant.revoked", id);
  }
}

/** Grants the credit of the next period. */
export function cycleGrants(desk: Desk, source: GrantSource): void {
  for (const { id, benefit_id } of grantsOf(desk, source)) {
    const benefit = desk.store.get("benefits", benefit_id);
    if (benefit.type !== "meter_credit") continue;
    desk.store.update("grants", id, { properties: grantedProperties(desk, benefit) });
    emit(desk, "benefit_grant.cycled", id);
  }
}

const grantsOf = ({ store }: Desk, { subscription_id, order_id }: GrantSource) =>
  store
    .all("grants")
    .filter((row) => row.revoked_at === null && row.subscription_id === subscription_id && row.order_id === order_id);

function grantedProperties({ store, time }: Desk, { type, properties }: BenefitRow): Values {
  if (type === "meter_credit") {
    return {
      last_credited_meter_id: properties.meter_id,
      last_credited_units: properties.units,
      last_credited_at: time.stamp(),
    };
  }
  if (type === "license_keys") {
    const key = store.random.id().toUpperCase();
    return { license_key_id: store.random.id(), display_key: `****-${key.slice(-6)}` };
  }
  return {};
}
