import type { CountryCode } from "libphonenumber-js/min";
import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { isValidPhoneNumber as isMobileNumber } from "libphonenumber-js/mobile";

/** A phone number in its single form. */
export interface ParsedNumber {
  /** In E.164, e.g. "+4915112345678": the stored and lookup form. */
  readonly number: string;
  /** ISO 3166-1 alpha-2, e.g. "DE"; null: the number belongs to no single country, e.g. to a satellite phone. */
  readonly country: string | null;
  /** The calling code of the country, e.g. "+49". */
  readonly prefix: string;
}

/** Longer than each way to write a number. */
const maxLength = 64;

/** Invisible characters, e.g. the marks of text direction around a number that was copied from a list of contacts. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu;

/** Whether the library knows a country. */
export const isCountry = (given: string): given is CountryCode => isSupportedCountry(given);

/**
 * The stored and lookup form of a phone number: E.164. Null if the text is no phone number, has further text, or an
 * extension, which no text message reaches. `country`: of a number in national notation.
 */
export function parseNumber(given: string, country?: string): ParsedNumber | null {
  if (given.length > maxLength) return null;
  const read = { extract: false, ...(country !== undefined && isCountry(country) && { defaultCountry: country }) };
  const parsed = parsePhoneNumberFromString(given.normalize("NFKC").replace(invisible, "").trim(), read);
  if (!parsed?.isValid() || parsed.ext !== undefined) return null;
  return { number: parsed.number, country: parsed.country ?? null, prefix: `+${parsed.countryCallingCode}` };
}

/** Whether a number in E.164 may be of a mobile phone: no premium, toll-free or fixed number. */
export const isMobile = (number: string): boolean => isMobileNumber(number);
