import { customer } from "@keyhold/billing-schema";
import type { CustomerCreate, CustomerUpdateByExternalId } from "@keyhold/billing-schema/requests";
import type { ProviderCustomers } from "../provider/billing-provider.js";
import { BillingProviderError } from "../provider/error.js";
import { StripeFault } from "./answer-error.js";
import type { CustomerSearch } from "./find-customer.js";
import { customerWire, ownerIdOf, ownerKey } from "./map/customer.js";
import type { StripeCustomer } from "./objects.js";
import type { KnownOwners } from "./owners.js";
import type { CustomerParams } from "./params.js";
import { decoded, pagesOf, type Read, read, type Wire } from "./wire.js";

const path = "/v1/customers";

const shown = (given: Read<StripeCustomer>) => decoded(customer, customerWire(given));

/** The provider's customers. */
export function customersOf(wire: Wire, owners: KnownOwners, search: CustomerSearch): ProviderCustomers {
  const write = async (id: string, fields: CustomerParams) => {
    const changed = await read<StripeCustomer>(wire, { method: "POST", path: `${path}/{id}`, id, fields });
    owners.note(changed.object);
    return shown(changed);
  };
  const owned = async (call: string, ownerId: string, customerId?: string): Promise<Read<StripeCustomer>> => {
    const found = await search.byOwner(ownerId, customerId);
    if (!found) throw new BillingProviderError(call, { reason: "not-found" });
    return found;
  };
  const pages = pagesOf(wire, { path }, (item: Read<StripeCustomer>) => shown(item));
  const searchPages = pagesOf({ ...wire, sendInBackground: wire.send }, { path }, (item: Read<StripeCustomer>) =>
    shown(item),
  );
  return {
    create: async (body) => {
      const made = await create(wire, search, body);
      owners.note(made.object);
      return shown(made);
    },
    update: async (ownerId, changes, { customerId } = {}) => {
      const { object } = await owned("customers.update", ownerId, customerId);
      return write(object.id, paramsOf(changes));
    },
    remove: async (ownerId, { customerId } = {}) => {
      const { object } = await owned("customers.remove", ownerId, customerId);
      await wire.send({ method: "DELETE", path: `${path}/{id}`, id: object.id });
    },
    link: async (id, ownerId) => {
      const found = await search.byId(id);
      if (!found) throw new BillingProviderError("customers.link", { reason: "not-found" });
      const known = ownerIdOf(found.object);
      const other = known === ownerId ? null : await search.byOwner(ownerId);
      if ((known !== null && known !== ownerId) || other) throw taken("customers.link");
      return write(id, { metadata: { [ownerKey]: ownerId } });
    },
    byOwner: async (ownerId, { customerId } = {}) => {
      const found = await search.byOwner(ownerId, customerId);
      return found && shown(found);
    },
    list: ({ email, ...query } = {}) =>
      email === undefined ? pages(query) : searchPages({ ...query, fields: { email } }),
  };
}

const taken = (call: string): BillingProviderError =>
  new BillingProviderError(call, {
    reason: "conflict",
    issues: [{ path: ["external_id"], message: "A customer with this owner exists." }],
  });

/** Each key is given up only after an answer that Stripe keeps, so an owner seldom needs the second. */
const maxKeys = 50;

/**
 * Makes a customer. Of several callers for one owner only the first makes it: the idempotency key is of the owner, and
 * the others get the answer of the first, which is a conflict here. Stripe keeps an answer for a day. The next key is
 * taken if the kept answer is about a customer that was deleted since, about other fields, or a failure, and the owner
 * has no customer. All callers take the keys in one order, so they meet at the same key.
 */
async function create(wire: Wire, search: CustomerSearch, body: CustomerCreate): Promise<Read<StripeCustomer>> {
  const { externalId } = body;
  const fields = paramsOf(body);
  if (typeof externalId !== "string") return read<StripeCustomer>(wire, { method: "POST", path, fields });
  for (let number = 0; ; number += 1) {
    if (await search.byOwner(externalId)) throw taken("customers.create");
    const idempotencyKey = await keyOf(externalId, number);
    try {
      const made = await read<StripeCustomer>(wire, { method: "POST", path, fields, idempotencyKey });
      if (!made.isReplayed) return made;
      if (await search.byId(made.object.id)) throw taken("customers.create");
    } catch (error) {
      if (!isKept(error) || number === maxKeys) throw isRace(error) ? taken("customers.create") : error;
    }
  }
}

/** Another request of the owner makes the customer now. */
const isRace = (error: unknown): boolean => error instanceof BillingProviderError && error.reason === "locked";

/** The answer is to an earlier request with the key: a failure, or a request with other fields. */
const isKept = (error: unknown): boolean =>
  error instanceof BillingProviderError &&
  error.cause instanceof StripeFault &&
  (error.cause.type === "idempotency_error"
    ? error.reason === "conflict"
    : error.cause.isReplayed && error.reason === "unavailable");

const keyOf = async (ownerId: string, number: number): Promise<string> =>
  `keyhold-customer-${await digestOf(number === 0 ? ownerId : `${ownerId} ${number}`)}`;

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

type Given = (CustomerCreate | CustomerUpdateByExternalId) & { readonly externalId?: string | null };

function paramsOf({ email, name, metadata, externalId, locale }: Given): CustomerParams {
  // The owner never changes by metadata.
  const given = Object.entries(metadata ?? {}).filter(([key]) => key !== ownerKey);
  const own = given.map(([key, value]) => [key, String(value)] as const);
  const owner = typeof externalId === "string" ? [[ownerKey, externalId] as const] : [];
  const all = [...own, ...owner];
  return {
    ...(typeof email === "string" && { email }),
    ...(name !== undefined && { name: name ?? "" }),
    ...(typeof locale === "string" && { preferred_locales: [locale] }),
    ...(all.length > 0 && { metadata: Object.fromEntries(all) }),
  };
}
