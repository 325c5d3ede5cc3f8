import { text } from "../schema/field.js";
import type { ClientOf, WireOf } from "../schema/forms.js";
import { body, bounded, changed, omissible, type Part } from "../schema/request/part.js";
import { countryCodes } from "../validators/countries.js";

/** Under embargo: newer versions take no customer from there. */
const refused: ReadonlySet<unknown> = /* @__PURE__ */ new Set(["CU", "IR", "KP", "RU", "SY"]);
const known: ReadonlySet<unknown> = /* @__PURE__ */ new Set(countryCodes);

const country: Part<string, string, "required"> = changed(
  bounded(text, (value) => known.has(value), "a country code of ISO 3166-1 alpha-2"),
  bounded(text, (value) => known.has(value) && !refused.has(value), "the code of a country that the provider sells to"),
);

const parts = {
  line1: omissible(text),
  line2: omissible(text),
  postal_code: omissible(text),
  city: omissible(text),
  /** For the US and Canada `US-CA`, `CA-ON`. */
  state: omissible(text),
  /** ISO 3166-1 alpha-2. */
  country,
};

/** `AddressInput` for the API: snake_case. */
export interface AddressInputWire extends WireOf<typeof parts> {}
/** A billing address in a request (client form): camelCase. */
export interface AddressInput extends ClientOf<typeof parts> {}

/** A customer's billing address. `billingAddressValidator` checks a user's input. */
export const addressInput: Part<AddressInputWire, AddressInput, "required"> = body("AddressInput", parts);
