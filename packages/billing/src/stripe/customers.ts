import { customer } from "@keyhold/billing-schema";
import type { CustomerCreate, CustomerUpdateByExternalId } from "@keyhold/billing-schema/requests";
import type { ProviderCustomers } from "../provider/billing-provider.js";
import { BillingProviderError } from "../provider/error.js";
import type { CustomerSearch } from "./find-customer.js";
import { customerWire, ownerIdOf, ownerKey } from "./map/customer.js";
import type { StripeCustomer } from "./objects.js";
import type { KnownOwners } from "./owners.js";
import type { CustomerParams } from "./params.js";
import { decoded, orNull, pagesOf, type Read, read, type Wire } from "./wire.js";

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

/**
 * Makes a customer. Of several callers for one owner only the first makes it: the idempotency key is of the owner, and
 * the others get the answer of the first, which is a conflict here. Stripe keeps the answer for a day, also that about a
 * customer that was deleted since: then the key is another.
 */
async function create(wire: Wire, search: CustomerSearch, body: CustomerCreate): Promise<Read<StripeCustomer>> {
  const { externalId } = body;
  const fields = paramsOf(body);
  if (typeof externalId !== "string") return read<StripeCustomer>(wire, { method: "POST", path, fields });
  if (await search.byOwner(externalId)) throw taken("customers.create");
  for (let key = `keyhold-customer-${await digestOf(externalId)}`; ; ) {
    const made = await read<StripeCustomer>(wire, { method: "POST", path, fields, idempotencyKey: key }).catch(
      (error: unknown) => {
        throw isRace(error) ? taken("customers.create") : error;
      },
    );
    if (!made.isReplayed) return made;
    if (await orNull(search.byId(made.object.id))) throw taken("customers.create");
    key = `keyhold-customer-${await digestOf(`${key} ${made.object.id}`)}`;
  }
}

/** Another request of the owner makes the customer now, or has made it with another name or address. */
const isRace = (error: unknown): boolean =>
  error instanceof BillingProviderError && (error.reason === "locked" || error.reason === "conflict");

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
