import { type Versioned, versionOf } from "@keyhold/billing-schema";

/** How much of an entity a source has: the whole; what is in the state of a customer; what is in another entity. */
export type Extent = "whole" | "in state" | "embedded";

const digits = { embedded: 0, "in state": 1, whole: 2 } as const;

/**
 * The version of a row: the last change of the entity in UTC with microseconds, and a seventh digit for the extent. Of two
 * sources of one change the source with the higher digit is the newer, so that the row does not depend on the order.
 */
export function rowVersion(entity: Versioned, extent: Extent): string {
  const version = versionOf(entity);
  const [, fraction = ""] = /\.(\d+)/.exec(version) ?? [];
  const seconds = new Date(version).toISOString().slice(0, 19);
  return `${seconds}.${fraction.slice(0, 6).padEnd(6, "0")}${digits[extent]}Z`;
}

/** Below zero, zero or above if the first row is older, as new or newer; a part is as new as the whole. */
export function compareRowVersions(one: { readonly version: string }, other: { readonly version: string }): number {
  const [first, second] = [one.version.slice(0, -2), other.version.slice(0, -2)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** Whether the row is of the whole entity. */
export const isWhole = ({ version }: { readonly version: string }): boolean => version.endsWith(`${digits.whole}Z`);
