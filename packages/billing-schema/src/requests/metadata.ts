import { type CustomFieldData, flag, integer, type Metadata, number, text } from "../schema/field.js";
import { bounded, either, nothing, type Part, record } from "../schema/request/part.js";
import { characterCount } from "../validators/text.js";

/** The limits of metadata maps, in characters (Unicode code points). */
export const metadataLimits = { maxKeys: 50, maxKeyLength: 40 };
const maxValueLength = 500;

export const metadataValue: Part<Metadata[string], Metadata[string], "required"> = either(
  `a text of 1 to ${maxValueLength} characters, a number or a boolean`,
  [bounded(text, isShort, `a text of 1 to ${maxValueLength} characters`), number, flag],
);

export const metadata: Part<Metadata, Metadata, "required"> = record(metadataValue, metadataLimits);

/** Answers to custom fields, by slug. `customFieldDataValidator` checks them against the fields of a product. */
export const customFieldData: Part<CustomFieldData, CustomFieldData, "required"> = record(
  either<CustomFieldData[string], CustomFieldData[string]>("a well-formed text, an integer, a boolean or null", [
    text,
    integer,
    flag,
    nothing,
  ]),
);

function isShort(value: unknown): boolean {
  return typeof value === "string" && value !== "" && characterCount(value) <= maxValueLength;
}
