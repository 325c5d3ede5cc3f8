import type { PublicOptions } from "@keyhold/public-options/client";
import type { SignedIn } from "../src/account/signed-in.ts";

/** What the server has read to render a page. The browser continues with the same values, without requests. */
export interface Known {
  /** The first language of the browser (BCP 47); null: that of the computer. */
  readonly language: string | null;
  readonly options: PublicOptions;
  /** Null: signed out. */
  readonly session: SignedIn | null;
  /** Answers of the shop, by their routes. */
  readonly shop: Readonly<Record<string, unknown>>;
}

/** As JSON, in which a date is an object: a name may look like a date. */
export const writeKnown = (known: Known): string =>
  JSON.stringify(known, function (this: Record<string, unknown>, key, value: unknown) {
    const given = this[key];
    return given instanceof Date ? { date: given.getTime() } : value;
  });

export const readKnown = (text: string): Known =>
  JSON.parse(text, (_key, value: unknown) => (isDate(value) ? new Date(value.date) : value));

function isDate(value: unknown): value is { readonly date: number } {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.keys(value).join() === "date" &&
    "date" in value &&
    typeof value.date === "number"
  );
}
