import type { Auth } from "@keyhold/core";
import type { Inspection } from "@keyhold/core/tools";

/** The key of the parts of an auth. `Symbol.for`: the app has another copy of core. */
const inspections = Symbol.for("keyhold.inspection");

/** The parts of an auth; null for any other value. */
export function inspectionOf(value: unknown): Inspection | null {
  if (!isAuth(value)) return null;
  return value[inspections]();
}

export const isAuth = (value: unknown): value is Auth & { readonly [inspections]: () => Inspection } =>
  typeof value === "object" && value !== null && typeof Reflect.get(value, inspections) === "function";
