import type { Field } from "../src/schema/field.js";
import { isObject, memberOf, objectOf } from "./declared.js";

/** The smallest form of a payload: null wherever possible, and no optional key. */
export function smallestOf(field: Field, value: unknown): unknown {
  const { is } = field;
  switch (is.kind) {
    case "nullable":
      return null;
    case "list":
      return Array.isArray(value) ? value.map((item) => smallestOf(is.of, item)) : value;
    case "laterNullable":
    case "laterAbsent":
      return smallestOf(is.of, value);
    case "object":
      return !isObject(value)
        ? value
        : objectOf(
            Object.entries(is.fields)
              .filter(
                ([name, inner]) => !["optional", "default", "absent", "stray"].includes(inner.is.kind) && name in value,
              )
              .map(([name, inner]) => [name, smallestOf(inner, value[name])]),
          );
    case "variants":
      return isObject(value) ? smallestOf(memberOf(is, value) ?? field, value) : value;
    case "map":
      return {};
    default:
      return value;
  }
}
