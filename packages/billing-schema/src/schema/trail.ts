import type { Unknown } from "./unknowns.js";

/** Where a conversion stands, and what it found that is new. Strict conversions find nothing and need none. */
export interface Trail {
  readonly path: (string | number)[];
  readonly unknowns: Unknown[];
}

export function newTrail(): Trail {
  return { path: [], unknowns: [] };
}

export function note(trail: Trail, kind: Unknown["kind"], ...below: readonly string[]): void {
  trail.unknowns.push({ kind, path: [...trail.path, ...below] });
}
