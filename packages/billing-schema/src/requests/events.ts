import { date, type Metadata, number, text } from "../schema/field.js";
import type { ClientIn, ClientOf, WireIn, WireOf } from "../schema/forms.js";
import {
  body,
  bounded,
  changed,
  changes,
  either,
  list,
  omissible,
  optional,
  type Part,
  record,
  since,
} from "../schema/request/part.js";
import { type RequestBody, requestBody } from "../schema/request/request-body.js";
import { atLeast } from "./amount.js";
import { metadata, metadataLimits, metadataValue } from "./metadata.js";
import { id } from "./text.js";

const costParts = {
  /** In cents. Text keeps digits that a number would round. */
  amount: either<number | string, number | string>("a number or a decimal text", [
    number,
    bounded(text, (value) => typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value), "a decimal text"),
  ]),
  currency: id,
};
/** `EventCost` for the API: snake_case. */
export interface EventCostWire extends WireOf<typeof costParts> {}
/** The cost of a usage event (client form): camelCase. */
export interface EventCost extends ClientOf<typeof costParts> {}

const tokens = atLeast(0);
const languageModelParts = {
  vendor: text,
  model: text,
  prompt: omissible(text),
  response: omissible(text),
  input_tokens: tokens,
  cached_input_tokens: optional(tokens),
  output_tokens: tokens,
  total_tokens: tokens,
};
/** `EventLanguageModel` for the API: snake_case. */
export interface EventLanguageModelWire extends WireOf<typeof languageModelParts> {}
/** A language model's usage in an event (client form): camelCase. */
export interface EventLanguageModel extends ClientOf<typeof languageModelParts> {}

/** Keys are yours, except two known to the provider: the cost of the event, and the usage of a language model. */
export interface EventMetadataWire {
  readonly [key: string]: Metadata[string] | EventCostWire | EventLanguageModelWire | undefined;
  readonly _cost?: EventCostWire;
  readonly _llm?: EventLanguageModelWire;
}
/** A usage event's metadata as the app writes it: the fields of `_cost` and `_llm` have camelCase names. */
export interface EventMetadata {
  readonly [key: string]: Metadata[string] | EventCost | EventLanguageModel | undefined;
  readonly _cost?: EventCost;
  readonly _llm?: EventLanguageModel;
}

const eventMetadata: Part<EventMetadataWire, EventMetadata, "required"> = record(metadataValue, {
  ...metadataLimits,
  known: { _cost: body("EventCost", costParts), _llm: body("EventLanguageModel", languageModelParts) },
});

const commonParts = {
  /** When the event happened: now by default. */
  timestamp: optional(date),
  name: id,
  organization_id: omissible(id),
  /** Your own id of the event. The provider counts an id once, so a retry is safe. */
  external_id: since(omissible(id)),
  /** The parent event: the provider's id, or yours. */
  parent_id: since(omissible(id)),
  metadata: optional(changed(metadata, eventMetadata)),
};

const byIdParts = { ...commonParts, customer_id: id, member_id: since(omissible(id)) };
/** `EventById` for the API: snake_case, ISO dates. */
export interface EventByIdWire extends WireOf<typeof byIdParts> {}
/** A usage event with the customer's id (client form): camelCase, `Date` values. */
export interface EventById extends ClientOf<typeof byIdParts> {}

const byExternalIdParts = {
  ...commonParts,
  /** The id of the user or organization in your app. */
  external_customer_id: id,
  external_member_id: since(omissible(id)),
};
/** `EventByExternalId` for the API: snake_case, ISO dates. */
export interface EventByExternalIdWire extends WireOf<typeof byExternalIdParts> {}
/** A usage event with the customer's external id (client form): camelCase, `Date` values. */
export interface EventByExternalId extends ClientOf<typeof byExternalIdParts> {}

const members = {
  byId: body<EventByIdWire, EventById>("EventCreate", byIdParts),
  byExternalId: body<EventByExternalIdWire, EventByExternalId>("EventCreate", byExternalIdParts),
};

/** `EventCreate` for the API: snake_case, ISO dates. */
export type EventCreateWire = WireIn<typeof members>;
/** A usage event (client form): camelCase, `Date` values. */
export type EventCreate = ClientIn<typeof members>;

const eventCreate: Part<EventCreateWire, EventCreate, "required"> = changes("EventCreate", [
  { by: ["customer_id"], of: members.byId },
  { by: ["external_customer_id"], of: members.byExternalId },
]);

const ingestParts = { events: list(eventCreate) };
/** `EventsIngest` for the API: snake_case, ISO dates. */
export interface EventsIngestWire extends WireOf<typeof ingestParts> {}
/** Usage events (client form): camelCase, `Date` values. */
export interface EventsIngest extends ClientOf<typeof ingestParts> {}

/** `POST /v1/events/ingest`: usage by customers, for meters. */
export const eventsIngest: RequestBody<EventsIngestWire, EventsIngest> = requestBody(body("EventsIngest", ingestParts));
