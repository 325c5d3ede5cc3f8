import type { Field } from "./field.js";
import type { Mode } from "./mode.js";

// True if the value of an object's field may be null or absent against the contract; the field is kept as null.
export function mayBeMissing({ isEssential }: Field, mode: Mode): boolean {
  return mode === "tolerant" && !isEssential;
}

// True if the contract, of this version or a newer version, has null there.
export function isNullable({ is }: Field): boolean {
  switch (is.kind) {
    case "nullable":
    case "laterNullable":
      return true;
    case "optional":
    case "laterAbsent":
      return isNullable(is.of);
    default:
      return false;
  }
}

// True if the contract, of this version or a newer version, lets the key be absent.
export function isOptional({ is }: Field): boolean {
  switch (is.kind) {
    case "optional":
    case "laterAbsent":
    case "default":
    case "absent":
    case "stray":
      return true;
    case "nullable":
    case "laterNullable":
      return isOptional(is.of);
    default:
      return false;
  }
}

// The wire names of the keys that decoding did not find.
const absentKeys = new WeakMap<object, ReadonlySet<string>>();

export function noteAbsentKeys(decoded: object, names: readonly string[]): void {
  if (names.length > 0) absentKeys.set(decoded, new Set(names));
}

// True if the null of a client form stands for a key that the wire form did not have.
export function wasAbsent(client: object, wire: string): boolean {
  return absentKeys.get(client)?.has(wire) ?? false;
}
