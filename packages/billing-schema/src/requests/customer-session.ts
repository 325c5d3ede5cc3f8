import type { ClientIn, ClientOf, WireIn, WireOf } from "../schema/forms.js";
import { body, changes, omissible, renamed, since } from "../schema/request/part.js";
import { type RequestBody, requestBody } from "../schema/request/request-body.js";
import type { OlderOwnerName } from "./older-name.js";
import { id, url } from "./text.js";

const commonParts = {
  member_id: since(omissible(id)),
  external_member_id: since(omissible(id)),
  return_url: since(omissible(url)),
};

const byIdParts = { ...commonParts, customer_id: id };
/** `SessionById` for the API: snake_case. */
export interface SessionByIdWire extends WireOf<typeof byIdParts> {}
/** A portal session to create with the customer's id (client form): camelCase. */
export interface SessionById extends ClientOf<typeof byIdParts> {}

const byExternalIdParts = {
  ...commonParts,
  /** The id of the user or organization in your app. */
  external_customer_id: renamed("customer_external_id", id),
};
/** `SessionByExternalId` for the API: snake_case. */
export interface SessionByExternalIdWire extends WireOf<typeof byExternalIdParts> {}
/** A portal session to create with the customer's external id (client form): camelCase. */
export interface SessionByExternalId extends ClientOf<typeof byExternalIdParts>, OlderOwnerName {}

const members = {
  byId: body<SessionByIdWire, SessionById>("CustomerSessionCreate", byIdParts),
  byExternalId: body<SessionByExternalIdWire, SessionByExternalId>("CustomerSessionCreate", byExternalIdParts),
};

/** `CustomerSessionCreate` for the API: snake_case. */
export type CustomerSessionCreateWire = WireIn<typeof members>;
/** A session to create in the provider's portal (client form): camelCase. */
export type CustomerSessionCreate = ClientIn<typeof members>;

/** `POST /v1/customer-sessions/`: a link for the customer to the provider's portal. */
export const customerSessionCreate: RequestBody<CustomerSessionCreateWire, CustomerSessionCreate> = requestBody(
  changes("CustomerSessionCreate", [
    { by: ["customer_id"], of: members.byId },
    { by: ["external_customer_id"], of: members.byExternalId },
  ]),
);
