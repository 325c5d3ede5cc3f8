import { orderWire, refundOf, subscriptionWire } from "../../../../tests/harness/billing/purchases.ts";

/** An event of the provider. */
export interface HistoryEvent {
  readonly type: string;
  readonly data: object;
  readonly timestamp?: string;
}

const at = (fraction: string, second = "01"): string => `2025-09-07T18:44:${second}.${fraction}Z`;
const { customer } = subscriptionWire;
const benefit = {
  id: "benefit-1",
  created_at: at("000000"),
  modified_at: null,
  type: "custom",
  description: "A note",
  selectable: true,
  deletable: true,
  organization_id: "merchant-1",
  metadata: {},
  properties: { note: null },
};
const grant = {
  id: "grant-1",
  created_at: at("000000"),
  modified_at: null,
  granted_at: at("000000"),
  is_granted: true,
  revoked_at: null,
  is_revoked: false,
  subscription_id: null,
  order_id: "order-1",
  customer_id: "customer-1",
  benefit_id: "benefit-1",
  customer,
  properties: {},
  benefit,
  previous_properties: null,
};

const subscribed = (type: string, changes: object): HistoryEvent => ({
  type: `subscription.${type}`,
  data: { ...subscriptionWire, created_at: at("000000", "00"), ...changes },
});

/** The cases of `billing/samples/mirror-sequences`, each with what a row has in the end. */
export const sampleSequences: readonly {
  readonly what: string;
  readonly events: readonly HistoryEvent[];
  readonly table: string;
  readonly row: object;
}[] = [
  {
    what: "updated and active have the same version",
    events: [
      subscribed("updated", { modified_at: at("500000"), prices: [] }),
      subscribed("active", { modified_at: at("500000") }),
    ],
    table: "billingSubscription",
    row: { status: "active", isActive: true },
  },
  {
    what: "a grant is created after its revocation",
    events: [
      {
        type: "benefit_grant.revoked",
        data: { ...grant, modified_at: at("0", "02"), is_granted: false, is_revoked: true, revoked_at: at("0", "02") },
      },
      { type: "benefit_grant.created", data: grant },
    ],
    table: "billingGrant",
    row: { isGranted: false, isRevoked: true },
  },
  {
    what: "a deleted customer is updated by a late event",
    events: [
      { type: "customer.deleted", data: { ...customer, modified_at: at("0", "30"), deleted_at: at("0", "30") } },
      { type: "customer.updated", data: { ...customer, modified_at: at("0", "20") } },
    ],
    table: "billingCustomer",
    row: { deletedAt: new Date(at("0", "30")) },
  },
  {
    what: "two updates within a millisecond",
    events: [
      subscribed("updated", { modified_at: at("123900", "19"), amount: 2 }),
      subscribed("updated", { modified_at: at("123100", "19"), amount: 1 }),
    ],
    table: "billingSubscription",
    row: { amount: 2 },
  },
];

const statuses = ["active", "trialing", "past_due", "canceled", "unpaid", "hibernating"];

/** The versions of one customer's entities, of which a history is made. */
export interface Draw {
  readonly kind: "customer" | "subscription" | "order" | "refund" | "grant" | "state";
  readonly version: number;
  /** Of what is embedded. */
  readonly inside: number;
}

/** An event: all fields are determined by the version, as with the provider. */
export function eventOf({ kind, version, inside }: Draw, suffix = ""): HistoryEvent {
  const stamps = (count: number) => ({ modified_at: `2026-05-04T09:30:0${count}.00000${count}Z` });
  const customerAt = (count: number) => ({
    ...customer,
    ...stamps(count),
    id: `customer${suffix}`,
    email: `ada${count}@example.com`,
    external_id: `user${suffix}`,
  });
  const subscriptionAt = (count: number) => ({
    ...subscriptionWire,
    ...stamps(count),
    id: `subscription${suffix}`,
    customer_id: `customer${suffix}`,
    status: statuses[count % statuses.length],
    amount: count,
    custom_field_data: { Count: count },
    customer: customerAt(inside),
  });
  switch (kind) {
    case "customer":
      return { type: "customer.updated", data: customerAt(version) };
    case "subscription":
      return { type: "subscription.updated", data: subscriptionAt(version) };
    case "order": {
      const { custom_field_data: _, customer: __, product: ___, ...summary } = subscriptionAt(inside);
      const ids = { id: `order${suffix}`, customer_id: `customer${suffix}`, subscription_id: `subscription${suffix}` };
      const amounts = { refunded_amount: version, status: version > 5 ? "refunded" : "paid" };
      const data = { ...orderWire, ...stamps(version), ...ids, ...amounts };
      return { type: "order.updated", data: { ...data, customer: customerAt(inside), subscription: summary } };
    }
    case "refund": {
      const changes = { ...stamps(version), amount: version, customer_id: `customer${suffix}` };
      return { type: "refund.updated", data: refundOf(`order${suffix}`, "refund", changes) };
    }
    case "grant": {
      const isRevoked = version % 3 === 2;
      const state = { is_granted: !isRevoked, is_revoked: isRevoked, id: `grant${suffix}` };
      const data = { ...grant, ...stamps(version), ...state, customer_id: `customer${suffix}` };
      return { type: "benefit_grant.updated", data: { ...data, customer: customerAt(inside), benefit } };
    }
    case "state": {
      const { avatar_url: _, ...fields } = customerAt(version);
      const { customer: __, product: ___, discount_id: ____, ...active } = subscriptionAt(inside);
      const isActive = active.status === "active" || active.status === "trialing";
      const meter = { created_at: at("0"), ...stamps(inside), meter_id: "meter-1", consumed_units: inside / 4 };
      return {
        type: "customer.state_changed",
        data: {
          ...fields,
          active_subscriptions: isActive ? [active] : [],
          granted_benefits: [],
          active_meters: [{ ...meter, credited_units: 9, balance: 9 - inside / 4 }],
        },
      };
    }
  }
}
