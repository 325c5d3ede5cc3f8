import { envelopeFields } from "../events/event.js";
import { eventData } from "../events/event-data.js";
import { entity, variants } from "../schema/entity.js";
import { essential, type Field, literal, text } from "../schema/field.js";

const members = Object.fromEntries(
  Object.entries(eventData).map(([type, data]): [string, Field] => [
    type,
    entity(type, { type: literal(type), ...envelopeFields, data: essential<unknown, unknown, unknown>(data) }),
  ]),
);

/** Every event in one union, for JSON Schema and OpenAPI of a webhook's body. To decode an event, use `decodeEvent`. */
export const billingEvent: Field = variants("BillingEvent", "type", members, {
  type: essential(text),
  ...envelopeFields,
});
