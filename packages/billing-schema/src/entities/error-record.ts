import { type Entity, entity } from "../schema/entity.js";
import { text } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";

const errorRecordFields = {
  message: text,
  type: text,
  /** Text in both forms, as in the provider's schema. */
  timestamp: text,
};

/** `ErrorRecord` from the API: snake_case. */
export interface ErrorRecordWire extends WireOf<typeof errorRecordFields> {}
/** An error at the provider (client form): camelCase. */
export interface ErrorRecord extends ClientOf<typeof errorRecordFields> {}
/** `ErrorRecord` of any API version: unknown values stay. */
export interface TolerantErrorRecord extends TolerantOf<typeof errorRecordFields> {}

/** An error at the provider. */
export const errorRecord: Entity<ErrorRecordWire, ErrorRecord, TolerantErrorRecord> = entity(
  "ErrorRecord",
  errorRecordFields,
);
