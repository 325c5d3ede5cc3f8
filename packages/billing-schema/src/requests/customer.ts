import type { TaxId } from "../entities/tax-id.js";
import { choice, literal, text } from "../schema/field.js";
import type { ClientIn, ClientOf, WireIn, WireOf } from "../schema/forms.js";
import { body, bounded, changed, kinds, list, omissible, optional, type Part, since } from "../schema/request/part.js";
import { type RequestBody, requestBody } from "../schema/request/request-body.js";
import { addressInput } from "./address.js";
import { metadata } from "./metadata.js";
import { email, id } from "./text.js";

const ownerParts = {
  email,
  name: omissible(text),
  /** The id of the user in your app. */
  external_id: omissible(id),
};
/** `CustomerOwner` for the API: snake_case. */
export interface CustomerOwnerWire extends WireOf<typeof ownerParts> {}
/** The first member of a customer to create (client form): camelCase. */
export interface CustomerOwner extends ClientOf<typeof ownerParts> {}
const owner: Part<CustomerOwnerWire, CustomerOwner, "required"> = body("CustomerOwner", ownerParts);

const taxIdInput: Part<string, string | TaxId, "required"> = changed(
  bounded<TaxId, TaxId>(list(id), (value) => Array.isArray(value) && value.length === 2, "the number and its format"),
  id,
);

const commonParts = {
  metadata: optional(metadata),
  name: omissible(text),
  billing_address: omissible(addressInput),
  /** Only the number; the provider detects the format. In `2025-05` a pair: `["FR61954506077", "eu_vat"]`. */
  tax_id: omissible(taxIdInput),
  locale: since(omissible(text)),
};

const createParts = {
  ...commonParts,
  /** The id of the user or organization in your app: unique, and never changed once set. */
  external_id: omissible(id),
  /** Needed unless the access token belongs to a billing organization. */
  organization_id: omissible(id),
  /** The first member. By default a member with the customer's email and name. */
  owner: since(omissible(owner)),
};

const individualParts = { ...createParts, type: since(optional(literal("individual"))), email };
/** `IndividualCreate` for the API: snake_case. */
export interface IndividualCreateWire extends WireOf<typeof individualParts> {}
/** A customer of type `individual` to create (client form): camelCase. */
export interface IndividualCreate extends ClientOf<typeof individualParts> {}

const teamParts = { ...createParts, type: literal("team"), email: omissible(email) };
/** `TeamCreate` for the API: snake_case. */
export interface TeamCreateWire extends WireOf<typeof teamParts> {}
/** A customer of type `team` to create (client form): camelCase. */
export interface TeamCreate extends ClientOf<typeof teamParts> {}

const members = {
  individual: body<IndividualCreateWire, IndividualCreate>("CustomerCreate", individualParts),
  team: since(
    bounded(
      body<TeamCreateWire, TeamCreate>("CustomerCreate", teamParts),
      isReachable,
      "one with an email or an owner",
    ),
  ),
};

/** `CustomerCreate` for the API: snake_case. */
export type CustomerCreateWire = WireIn<typeof members>;
/** A customer to create (client form): camelCase. */
export type CustomerCreate = ClientIn<typeof members>;

/** `POST /v1/customers/`: a customer before the first purchase. */
export const customerCreate: RequestBody<CustomerCreateWire, CustomerCreate> = requestBody(
  kinds("CustomerCreate", "type", members, "individual"),
);

const byExternalIdParts = { ...commonParts, email: omissible(email) };
/** `CustomerUpdateByExternalId` for the API: snake_case. */
export interface CustomerUpdateByExternalIdWire extends WireOf<typeof byExternalIdParts> {}
/** A change of a customer with an external id (client form): camelCase. */
export interface CustomerUpdateByExternalId extends ClientOf<typeof byExternalIdParts> {}

/** `PATCH /v1/customers/external/{external_id}` */
export const customerUpdateByExternalId: RequestBody<CustomerUpdateByExternalIdWire, CustomerUpdateByExternalId> =
  requestBody(body("CustomerUpdateByExternalId", byExternalIdParts));

const updateParts = {
  ...byExternalIdParts,
  /** Only for a customer without an external id. */
  external_id: omissible(id),
  /** An individual may become a team, and a team stays a team. */
  type: since(omissible(/* @__PURE__ */ choice("CustomerType", ["individual", "team"]))),
};
/** `CustomerUpdate` for the API: snake_case. */
export interface CustomerUpdateWire extends WireOf<typeof updateParts> {}
/** A change of a customer (client form): camelCase. */
export interface CustomerUpdate extends ClientOf<typeof updateParts> {}

/** `PATCH /v1/customers/{id}` */
export const customerUpdate: RequestBody<CustomerUpdateWire, CustomerUpdate> = requestBody(
  body("CustomerUpdate", updateParts),
);

function isReachable(team: unknown): boolean {
  if (typeof team !== "object" || team === null) return false;
  return (Reflect.get(team, "email") ?? Reflect.get(team, "owner") ?? null) !== null;
}
