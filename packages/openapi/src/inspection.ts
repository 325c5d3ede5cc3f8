import type { Inspection } from "@keyhold/core/tools";

/** The key of the parts of an auth. `Symbol.for`: the app may have a second copy of core. */
const inspections = Symbol.for("keyhold.inspection");

/** The parts of an auth, or of the auth of a context. Throws a `TypeError` for any other value. */
export function inspectionOf(value: object): Inspection {
  if (isInspected(value)) return value[inspections]();
  throw new TypeError("openApiDocument: takes the auth that createAuth answers with.");
}

const isInspected = (value: object): value is { readonly [inspections]: () => Inspection } =>
  typeof Reflect.get(value, inspections) === "function";
