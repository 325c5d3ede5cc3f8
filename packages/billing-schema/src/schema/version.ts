import { dateText } from "./date.js";

/** What tells states of an entity apart: when it was last changed, or else made. */
export interface Versioned {
  readonly createdAt: Date;
  readonly modifiedAt: Date | null;
}

/**
 * The version of a decoded entity, as the provider wrote it: with microseconds, which a `Date` would drop. Store it
 * beside the row, and write the row when what comes is newer: compared under a lock of the row, as `upsertIfNewer` of
 * `@keyhold/billing` does.
 *
 * @example versionOf(subscription) // "2025-05-21T10:30:00.131375+02:00"
 */
export const versionOf = ({ createdAt, modifiedAt }: Versioned): string => dateText(modifiedAt ?? createdAt);

/**
 * Below zero, zero or above, as the first version is the older one, the same or the newer one: by the instant, whatever
 * the offsets are, to the microsecond and beyond.
 *
 * @throws RangeError for a text that is no ISO date and time with an offset
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
  // Digits after the point compare as text once nothing that counts for nothing stands at their end.
  return { seconds, fraction: fraction.replace(/0+$/, "") };
}
