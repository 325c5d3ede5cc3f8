import type { SchemaIssue } from "../standard-schema.js";

/** A validation error and the path in the value. */
export interface Issue extends SchemaIssue {
  readonly message: string;
  readonly path: PropertyKey[];
  /** The value has another type, so no further check may run. */
  readonly isFinal: boolean;
}

/** Answers with the clean value, or adds to `found`. */
export type ReadValue = (value: unknown, found: Issue[]) => unknown;

export function report(
  found: Issue[],
  message: string,
  { path = [], isFinal = true }: { readonly path?: readonly PropertyKey[]; readonly isFinal?: boolean } = {},
): void {
  found.push({ message, path: [...path], isFinal });
}

/** Whether any of the validation errors from `start` on is final. */
export function stops(found: readonly Issue[], start: number): boolean {
  for (let index = start; index < found.length; index++) if (found[index]?.isFinal) return true;
  return false;
}

/** Prefixes the paths of the validation errors from `start` on with `key`. */
export function locate(found: readonly Issue[], start: number, key: PropertyKey): void {
  for (let index = start; index < found.length; index++) found[index]?.path.unshift(key);
}

export const mistyped = (found: Issue[], expected: string, value: unknown): void =>
  report(found, `Invalid input: expected ${expected}, received ${typeOf(value)}`);

function typeOf(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (typeof value !== "object") return typeof value;
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return "object";
  return value.constructor?.name ?? "object";
}
