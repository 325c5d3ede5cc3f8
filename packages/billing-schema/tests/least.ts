import type { Field } from "../src/schema/field.js";
import { isObject, memberOf, objectOf } from "./declared.js";

/** The least of a payload: null wherever it may be, and no key that need not be there. */
export function leastOf(field: Field, value: unknown): unknown {
  const { is } = field;
  switch (is.kind) {
    case "nullable":
      return null;
    case "list":
      return Array.isArray(value) ? value.map((item) => leastOf(is.of, item)) : value;
    case "laterNullable":
    case "laterAbsent":
      return leastOf(is.of, value);
    case "object":
      return !isObject(value)
        ? value
        : objectOf(
            Object.entries(is.fields)
              .filter(
                ([name, inner]) => !["optional", "default", "absent", "stray"].includes(inner.is.kind) && name in value,
              )
              .map(([name, inner]) => [name, leastOf(inner, value[name])]),
          );
    case "variants":
      return isObject(value) ? leastOf(memberOf(is, value) ?? field, value) : value;
    case "map":
      return {};
    default:
      return value;
  }
}
