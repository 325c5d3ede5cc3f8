import type { Address, BillingAddressFields } from "../entities/address.js";
import { countryCodes } from "./countries.js";
import { type Finding, issueAt } from "./issue.js";
import { stateCodes } from "./states.js";
import { isText } from "./text.js";
import { type Findings, type Validator, validatorOf } from "./validator.js";

type AddressPart = keyof BillingAddressFields;

/**
 * A checkout's requirement for each part: booleans until 0.34, later words. False is a part that the form does not ask
 * for; only `"disabled"` rejects an answer. An unknown or missing word counts as `"optional"`.
 */
export type BillingAddressRequirements = {
  readonly [Part in AddressPart]?: boolean | "required" | "optional" | "disabled";
};

const parts: readonly AddressPart[] = ["country", "line1", "line2", "postalCode", "city", "state"];

/**
 * Checks a billing address by the requirements of a checkout.
 *
 * - Parts are trimmed; a part without a visible character becomes null, and is missing if required.
 * - country: ISO 3166-1 alpha-2, in either case. Required with any other part; if the country is disabled, so are all
 *   other parts.
 * - state: for the US and Canada a code in `stateCodes`; `"CA"`, `"ca"` and `"US-CA"` become `"US-CA"`. Else any text.
 * - Without any part, and without a required part, the address is null.
 *
 * @example
 * const validator = billingAddressValidator(checkout.customerBillingAddressFields);
 * validator.validate({ country: "us", state: "ca", line2: "" });
 * // { success: true, data: { country: "US", state: "US-CA", line2: null }, unchecked: [] }
 */
export function billingAddressValidator(requirements: BillingAddressRequirements): Validator<Address | null> {
  // There is no address without a country: if the country is disabled, so are the other parts.
  const isDisabled = (part: AddressPart): boolean => [requirements.country, requirements[part]].includes("disabled");
  const isRequired = (part: AddressPart): boolean => [true, "required"].includes(requirements[part] ?? false);
  return validatorOf((given): Findings<Address | null> => {
    const address = new Map([...given].map(([part, value]) => [part, tidy(value)]));
    const country = upperCase(address.get("country"));
    address.set("country", country);
    address.set("state", stateOf(country, address.get("state")));
    const isGiven = parts.some((part) => isPresent(address.get(part)));
    const finding = (part: AddressPart): Finding | null => {
      if (isPresent(address.get(part))) return isDisabled(part) ? { code: "disabled" } : partFinding(part, address);
      return isRequired(part) || (part === "country" && isGiven && !isDisabled(part)) ? { code: "required" } : null;
    };
    const unknown = [...given.keys()].filter((name) => !parts.some((part) => part === name));
    return {
      data: () => (isGiven ? addressFrom(address) : null),
      issues: [
        ...parts.flatMap((part) => {
          const found = finding(part);
          return found === null ? [] : [issueAt(part, found)];
        }),
        ...unknown.map((name) => issueAt(name, { code: "unknown_field" })),
      ],
      unchecked: [],
    };
  });
}

/** For a given and allowed part. */
function partFinding(part: AddressPart, address: ReadonlyMap<string, unknown>): Finding | null {
  const value = address.get(part);
  if (!isText(value)) return { code: "not_text" };
  if (part === "country") return countryCodes.includes(value) ? null : { code: "unknown_country" };
  const options = part === "state" ? statesOf(address.get("country")) : null;
  return options === null || options.includes(value) ? null : { code: "unknown_state", options };
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function tidy(value: unknown): unknown {
  return typeof value === "string" ? value.trim() || null : value;
}

/** Of ASCII letters alone: the upper case of "ß" is "SS", the code of South Sudan. */
function upperCase(value: unknown): unknown {
  return typeof value === "string" ? value.replace(/[a-z]+/g, (letters) => letters.toUpperCase()) : value;
}

function statesOf(country: unknown): readonly string[] | null {
  return country === "US" || country === "CA" ? stateCodes[country] : null;
}

/** In the provider's form, if the country has states. */
function stateOf(country: unknown, state: unknown): unknown {
  const states = statesOf(country);
  const code = upperCase(state);
  return states?.find((one) => one === code || one === `${country}-${code}`) ?? state;
}

/** Parts that were not given stay absent. */
function addressFrom(parts: ReadonlyMap<string, unknown>): Address | null {
  const address = Object.fromEntries([...parts].filter(isPart));
  return typeof address.country === "string" ? { ...address, country: address.country } : null;
}

function isPart(entry: readonly [string, unknown]): entry is [string, string | null] {
  return entry[1] === null || typeof entry[1] === "string";
}
