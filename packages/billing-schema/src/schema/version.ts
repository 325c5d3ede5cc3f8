import { dateText } from "./date.js";

/** The dates that order the states of an entity: the last change, or else the creation. */
export interface Versioned {
  readonly createdAt: Date;
  readonly modifiedAt: Date | null;
}

/**
 * The version of a decoded entity, as the provider wrote it: with microseconds, which a `Date` would drop. Store the
 * version beside the row. Under a lock of the row, compare versions and write only a newer version, as `upsertIfNewer`
 * of `@keyhold/billing` does.
 *
 * @example versionOf(subscription) // "2025-05-21T10:30:00.131375+02:00"
 */
export const versionOf = ({ createdAt, modifiedAt }: Versioned): string => dateText(modifiedAt ?? createdAt);

/**
 * Below zero, zero or above if the first version is older, equal or newer. Compares instants, independent of the
 * offsets, to the microsecond and beyond.
 *
 * @throws RangeError for a text that is not an ISO date and time with an offset
 */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [instantOf(one), instantOf(other)];
  if (first.seconds !== second.seconds) return first.seconds - second.seconds;
  if (first.fraction === second.fraction) return 0;
  return first.fraction < second.fraction ? -1 : 1;
}

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/;

function instantOf(version: string): { readonly seconds: number; readonly fraction: string } {
  const [, whole = "", fraction = "", offset = ""] = form.exec(version) ?? [];
  const seconds = Date.parse(`${whole}${offset}`);
  if (Number.isNaN(seconds)) throw new RangeError("A version is an ISO date and time with an offset.");
  // Without trailing zeros, digits after the point compare as text.
  return { seconds, fraction: fraction.replace(/0+$/, "") };
}
