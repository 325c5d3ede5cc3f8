import { checkedBase, positive, token } from "../provider/settings.js";

/** The options of `stripe`. */
export interface StripeOptions {
  /** A secret key or a restricted key, e.g. "sk_test_…". The key decides between live mode and a sandbox. */
  readonly apiKey: string | undefined;
  /** Another address of the API: https, or http on this machine. Default "https://api.stripe.com". */
  readonly baseURL?: string;
  /** How long a request waits for its answer. Default 10. */
  readonly timeoutSeconds?: number;
  /** The limit of this process. Background work uses four fifths of it at most. Default 1500, the limit of a sandbox. */
  readonly requestsPerMinute?: number;
  /** The pause before the first repetition of a reading request; the next pauses are longer by it. Default 1000. */
  readonly retryMilliseconds?: number;
  readonly fetch?: typeof globalThis.fetch;
}

/** The options with their defaults. */
export interface StripeSettings extends Required<StripeOptions> {
  readonly apiKey: string;
}

/** The version of the API for which the requests and the maps are written, whatever the default of the account is. */
export const apiVersion = "2026-10-28.endive";

const base = "https://api.stripe.com";

/** Throws a TypeError, with a sentence, for a key or an address that cannot be right. */
export function stripeSettings(options: StripeOptions): StripeSettings {
  const { fetch = globalThis.fetch } = options;
  const apiKey = token("apiKey", options.apiKey);
  if (apiKey.startsWith("pk_")) throw new TypeError("apiKey: a publishable key; the server needs a secret key.");
  return {
    apiKey,
    baseURL: checkedBase(options.baseURL ?? base),
    timeoutSeconds: positive("timeoutSeconds", options.timeoutSeconds ?? 10),
    requestsPerMinute: positive("requestsPerMinute", options.requestsPerMinute ?? 1500),
    retryMilliseconds: positive("retryMilliseconds", options.retryMilliseconds ?? 1000),
    fetch: (input, init) => fetch(input, init),
  };
}

/** "sandbox" for a test key, "production" for a live key, or the host of another address. */
export function environmentOf({ baseURL, apiKey }: StripeSettings): string {
  if (baseURL !== base) return new URL(baseURL).host;
  return /^[a-z]+_test_/.test(apiKey) ? "sandbox" : "production";
}
