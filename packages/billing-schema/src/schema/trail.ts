import type { Unknown } from "./unknowns.js";

/** The path of a conversion, and the unknowns found so far. A strict conversion finds no unknowns. */
export interface Trail {
  readonly path: (string | number)[];
  readonly unknowns: Unknown[];
}

export function newTrail(): Trail {
  return { path: [], unknowns: [] };
}

/** A hostile or broken payload may have any number. */
const maxUnknowns = 100;

export function note(trail: Trail, kind: Unknown["kind"], ...below: readonly string[]): void {
  if (trail.unknowns.length < maxUnknowns) trail.unknowns.push({ kind, path: [...trail.path, ...below] });
}
