import { type BillingEvent, decodeEvent, type EventType, encodeEvent } from "../events/billing-event.js";
import type { EventData } from "../events/event-data.js";
import { systemClock } from "../webhook/clock.js";
import {
  benefit,
  benefitGrant,
  billingOrganization,
  checkout,
  customer,
  customerState,
  order,
  product,
  refund,
  subscription,
} from "./sample-data.js";

/** Any of the fields, at any depth; a list and a date are replaced as a whole. */
export type SampleOverrides<Data> = Data extends Date | readonly unknown[]
  ? Data
  : Data extends object
    ? { readonly [Name in keyof Data]?: SampleOverrides<Data[Name]> }
    : Data;

const periodEnd = subscription.currentPeriodEnd;
const canceled = { ...subscription, cancelAtPeriodEnd: true, canceledAt: subscription.createdAt, endsAt: periodEnd };
const revoked = { ...canceled, status: "canceled", endedAt: periodEnd } as const;
const pending = { ...order, status: "pending", paid: false } as const;
const refunded = { ...order, status: "refunded", refundedAmount: order.netAmount } as const;
const lostGrant = { ...benefitGrant, isGranted: false, isRevoked: true, revokedAt: periodEnd };

const samples: { readonly [Type in EventType]: EventData[Type] } = {
  "benefit_grant.created": benefitGrant,
  "benefit_grant.updated": benefitGrant,
  "benefit_grant.cycled": benefitGrant,
  "benefit_grant.revoked": lostGrant,
  "benefit.created": benefit,
  "benefit.updated": benefit,
  "checkout.created": checkout,
  "checkout.updated": { ...checkout, status: "succeeded" },
  "order.created": pending,
  "order.updated": order,
  "order.paid": order,
  "order.refunded": refunded,
  "organization.updated": billingOrganization,
  "product.created": product,
  "product.updated": product,
  "refund.created": refund,
  "refund.updated": refund,
  "subscription.created": subscription,
  "subscription.active": subscription,
  "subscription.canceled": canceled,
  "subscription.uncanceled": subscription,
  "subscription.revoked": revoked,
  "subscription.updated": subscription,
  "customer.created": customer,
  "customer.updated": customer,
  "customer.deleted": { ...customer, deletedAt: periodEnd },
  "customer.state_changed": customerState,
};

/** An event has the id of an entity, e.g. `customerId`, and the entity: an override of either changes both. */
const references = ["customer", "product", "benefit", "subscription", "discount"];

let lastModifiedAt = 0;

/** Later than in every earlier sample, so that an app takes each sample for the newest state. */
function nextModifiedAt(): Date {
  lastModifiedAt = Math.max(systemClock(), lastModifiedAt + 1);
  return new Date(lastModifiedAt);
}

/**
 * A valid event of a type, in the client form, for the tests of an app. The samples are about a single customer
 * with a single subscription, so their ids are equal in all samples; `modifiedAt` is later in each.
 *
 * @throws BillingSchemaError with the path of each override that the provider would not send
 * @example sampleEvent("subscription.active", { customer: { externalId: user.id }, amount: 2900 })
 */
export function sampleEvent<const Type extends EventType>(
  type: Type,
  overrides: SampleOverrides<EventData[Type]> = {} as SampleOverrides<EventData[Type]>,
): BillingEvent<Type> {
  const modifiedAt = nextModifiedAt();
  const data = merged({ ...samples[type], modifiedAt }, withReferences({ ...samples[type] }, { ...overrides }));
  const wire = encodeEvent({ type, timestamp: modifiedAt, data } as BillingEvent);
  // The decoder answers an event of the type that it read.
  return decodeEvent(wire) as BillingEvent<Type>;
}

type Values = { readonly [name: string]: unknown };

const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

function merged(sample: Values, overrides: Values): Values {
  const changed = Object.entries(overrides).flatMap(([name, value]): [string, unknown][] => {
    const before = sample[name];
    if (value === undefined) return [];
    return [[name, isValues(before) && isValues(value) ? merged(before, value) : value]];
  });
  return { ...sample, ...Object.fromEntries(changed) };
}

function withReferences(sample: Values, overrides: Values): Values {
  const changed = references.flatMap((name): [string, unknown][] => {
    const [id, entity] = [overrides[`${name}Id`], overrides[name]];
    if (!isValues(sample[name]) || !(entity === undefined || isValues(entity))) return [];
    if (id === undefined) return entity?.id === undefined ? [] : [[`${name}Id`, entity.id]];
    return entity?.id === undefined ? [[name, { ...entity, id }]] : [];
  });
  return { ...overrides, ...Object.fromEntries(changed) };
}
