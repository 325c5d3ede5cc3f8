import type { DeliveryHeaders } from "./delivery.js";
import { WebhookVerificationError } from "./error.js";

/** The three headers of Standard Webhooks, each with a valid form. They are not verified yet. */
export interface WebhookHeaders {
  /** 1 to 255 printable ASCII characters, without spaces and `{`. */
  readonly id: string;
  /** Seconds since 1970 as text, because the signature covers these digits. */
  readonly timestamp: string;
  /** The list as received. */
  readonly signature: string;
}

const names = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
type Name = (typeof names)[number];

/**
 * The signature covers `id.timestamp.body`, so the signed text may have only one valid split. The timestamp has digits
 * only, an accepted body starts with `{` or white space, and an id has neither: so the split is unique, and an id may
 * have dots.
 */
const idForm = /^[!-z|}~]{1,255}$/;
const timestampForm = /^\d{1,11}$/;

/**
 * Reads the headers from any server's form.
 *
 * @throws WebhookVerificationError when a header is missing, ambiguous or malformed
 */
export function webhookHeaders(headers: DeliveryHeaders): WebhookHeaders {
  const found = collect(headers);
  const missing = names.filter((name) => !found.has(name));
  if (missing.length > 0) {
    throw new WebhookVerificationError(
      "WEBHOOK_HEADERS_MISSING",
      `No ${missing.join(", no ")} header: this is no webhook of the provider, or something on the way dropped it.`,
    );
  }
  const [id = "", timestamp = "", signature = ""] = names.map((name) => found.get(name));
  if (!idForm.test(id)) {
    throw new WebhookVerificationError(
      "WEBHOOK_HEADERS_INVALID",
      "The webhook-id header is not 1 to 255 printable ASCII characters without spaces and {.",
    );
  }
  if (!timestampForm.test(timestamp)) {
    throw new WebhookVerificationError(
      "WEBHOOK_TIMESTAMP_INVALID",
      "The webhook-timestamp header is not a number of seconds since 1970, written in 1 to 11 digits.",
    );
  }
  return { id, timestamp, signature };
}

function collect(headers: DeliveryHeaders): ReadonlyMap<Name, string> {
  const found = new Map<Name, string>();
  for (const entry of entriesOf(headers)) {
    const [spelling, given]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    const name = nameOf(spelling);
    if (name === undefined) continue;
    const value = singleValue(name, given);
    if (value === "") continue;
    if ((found.get(name) ?? value) !== value) throw ambiguous(name);
    found.set(name, value);
  }
  return found;
}

/** Headers of another realm or library, and maps, go by their entries: their `get` may mind the case. */
function entriesOf(headers: DeliveryHeaders): Iterable<unknown> {
  if (typeof headers !== "object" || headers === null) {
    throw new WebhookVerificationError(
      "WEBHOOK_HEADERS_INVALID",
      "The headers given are no object: give those of the request, as Headers, a Map or an object.",
    );
  }
  return isIterable(headers) ? headers : Object.entries(headers);
}

function isIterable(headers: object): headers is Iterable<unknown> {
  return typeof Reflect.get(headers, Symbol.iterator) === "function";
}

/** Without the flag `u`, `i` folds ASCII only: no other character matches these letters. */
const spellings = names.map((name) => ({ name, form: new RegExp(`^${name}$`, "i") }));

function nameOf(spelling: unknown): Name | undefined {
  return typeof spelling === "string" ? spellings.find(({ form }) => form.test(spelling))?.name : undefined;
}

/** "" for an absent header. */
function singleValue(name: Name, given: unknown): string {
  const values: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (values.length > 1) throw ambiguous(name);
  const [value = ""] = values;
  if (value === null) return "";
  if (typeof value !== "string") {
    throw new WebhookVerificationError("WEBHOOK_HEADERS_INVALID", `The ${name} header is given as no string.`);
  }
  return value;
}

function ambiguous(name: Name): WebhookVerificationError {
  return new WebhookVerificationError("WEBHOOK_HEADERS_INVALID", `The ${name} header is there more than once.`);
}
