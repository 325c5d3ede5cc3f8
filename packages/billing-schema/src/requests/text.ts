import { text } from "../schema/field.js";
import { bounded, type Part } from "../schema/request/part.js";

/* Texts with a required form. */

/** An id or a name: the provider's ids are UUIDs, ids of test servers need not be. */
export const id: Part<string, string, "required"> = bounded(text, (value) => value !== "", "a text that is not empty");

/** Rejects only impossible addresses; the provider checks if an address receives email. */
export const email: Part<string, string, "required"> = bounded(text, isEmail, "an email address");

export const url: Part<string, string, "required"> = bounded(text, isWebUrl, "an absolute URL with http or https");

function isEmail(value: unknown): boolean {
  return typeof value === "string" && /^[^\s@]+@[^\s@]+$/.test(value);
}

function isWebUrl(value: unknown): boolean {
  return typeof value === "string" && /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);
}
