import { type Entity, entity } from "../schema/entity.js";
import { text } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";

const errorRecordFields = {
  message: text,
  type: text,
  /** Text in both forms, as the provider declares it. */
  timestamp: text,
};

export interface ErrorRecordWire extends WireOf<typeof errorRecordFields> {}
export interface ErrorRecord extends ClientOf<typeof errorRecordFields> {}
export interface TolerantErrorRecord extends TolerantOf<typeof errorRecordFields> {}

/** An error at the provider. */
export const errorRecord: Entity<ErrorRecordWire, ErrorRecord, TolerantErrorRecord> = entity(
  "ErrorRecord",
  errorRecordFields,
);
