import { type Versioned, versionOf } from "@keyhold/billing-schema";

/**
 * The version of a row: the last change of the entity in UTC with microseconds, and a seventh digit. It is 1 for the whole
 * entity and 0 for a part of it, as an order has a part of its subscription: of two sources of one change the whole
 * entity is the newer.
 */
export function rowVersion(entity: Versioned, isWhole: boolean): string {
  const version = versionOf(entity);
  const [, fraction = ""] = /\.(\d+)/.exec(version) ?? [];
  const seconds = new Date(version).toISOString().slice(0, 19);
  return `${seconds}.${fraction.slice(0, 6).padEnd(6, "0")}${isWhole ? 1 : 0}Z`;
}

/** Below zero, zero or above if the first row is older, as new or newer; a part is as new as the whole. */
export function compareRowVersions(one: { readonly version: string }, other: { readonly version: string }): number {
  const [first, second] = [one.version.slice(0, -2), other.version.slice(0, -2)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
