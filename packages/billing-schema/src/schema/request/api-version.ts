/**
 * The versions of the provider's API with known request bodies. "2025-05" is the API before versions; the others
 * are values of the version header, and their bodies are alike.
 */
export const apiVersions = ["2025-05", "2026-04", "2026-10", "2027-01"] as const;
/** A version of the provider's API: a value of `apiVersions`. */
export type ApiVersion = (typeof apiVersions)[number];

/** The options of `encode` and `decode` of a request. */
export interface RequestOptions {
  /** The version of the provider's API for the body: "2026-04" by default. */
  readonly apiVersion?: ApiVersion;
}

/** Options with a version whose bodies have types: all but the first. */
export interface CurrentRequestOptions {
  readonly apiVersion?: Exclude<ApiVersion, "2025-05">;
}

/** @throws TypeError for an unknown version */
export function isFirstVersion({ apiVersion = "2026-04" }: RequestOptions = {}): boolean {
  if (!apiVersions.includes(apiVersion)) throw new TypeError(`apiVersion is not one of ${apiVersions.join(", ")}.`);
  return apiVersion === "2025-05";
}
