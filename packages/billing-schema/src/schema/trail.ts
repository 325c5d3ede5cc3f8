import type { Unknown } from "./unknowns.js";

/** Where a conversion stands, and what it found that is new. Strict conversions find nothing and need none. */
export interface Trail {
  readonly path: (string | number)[];
  readonly unknowns: Unknown[];
}

export function newTrail(): Trail {
  return { path: [], unknowns: [] };
}

/** More say nothing more; a hostile or broken payload may have any number. */
const maxUnknowns = 100;

export function note(trail: Trail, kind: Unknown["kind"], ...below: readonly string[]): void {
  if (trail.unknowns.length < maxUnknowns) trail.unknowns.push({ kind, path: [...trail.path, ...below] });
}
