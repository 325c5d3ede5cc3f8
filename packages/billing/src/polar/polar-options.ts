import { checkedBase, positive, token } from "../provider/settings.js";

/** The options of `polar`. */
export interface PolarOptions {
  /** An organization access token, of the same environment. */
  readonly accessToken: string | undefined;
  /** Each environment has its own tokens, products and customers. Default "production". */
  readonly environment?: "production" | "sandbox";
  /** Another address of the API: https, or http on this machine, as of `keyhold billing-provider`. */
  readonly baseURL?: string;
  /** The version of the API. "2025-05" is the API before versions. Default "2026-04". */
  readonly apiVersion?: "2025-05" | "2026-04";
  /** How long a request waits for its answer. Default 5. */
  readonly timeoutSeconds?: number;
  /** The limit of this process. Background work uses four fifths of it at most. Default 300; of the sandbox 100. */
  readonly requestsPerMinute?: number;
  /** The pause before the first repetition of a reading request; the next pauses are longer by it. Default 1000. */
  readonly retryMilliseconds?: number;
  readonly fetch?: typeof globalThis.fetch;
}

/** The options with their defaults. */
export interface PolarSettings extends Required<PolarOptions> {
  readonly accessToken: string;
}

const bases = { production: "https://api.polar.sh", sandbox: "https://sandbox-api.polar.sh" } as const;

/** Throws a TypeError, with a sentence, for a token or an address that cannot be right. */
export function polarSettings(options: PolarOptions): PolarSettings {
  const { environment = "production", fetch = globalThis.fetch } = options;
  const accessToken = token("accessToken", options.accessToken);
  const isSandbox = environment === "sandbox";
  if (!isSandbox && environment !== "production") throw new TypeError('environment: not "production" or "sandbox".');
  return {
    accessToken,
    environment,
    baseURL: checkedBase(options.baseURL ?? bases[environment]),
    apiVersion: options.apiVersion ?? "2026-04",
    timeoutSeconds: positive("timeoutSeconds", options.timeoutSeconds ?? 5),
    requestsPerMinute: positive("requestsPerMinute", options.requestsPerMinute ?? (isSandbox ? 100 : 300)),
    retryMilliseconds: positive("retryMilliseconds", options.retryMilliseconds ?? 1000),
    fetch: (input, init) => fetch(input, init),
  };
}

/** The environment, or the host of another address. */
export const environmentOf = ({ baseURL, environment }: PolarSettings): string =>
  baseURL === bases[environment] ? environment : new URL(baseURL).host;
