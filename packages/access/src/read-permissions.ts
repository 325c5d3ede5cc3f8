import { frozen, type Permissions, type Statements } from "./permissions.js";
import { isRecord, ownValue } from "./record.js";

/**
 * Reads permissions from an unchecked value, such as JSON from a request or a column. Returns them frozen, in the order
 * of the statements, without duplicates: equal permissions serialize to equal text. Returns null if a resource or
 * action is missing in the statements, or a list is longer than the list of the statement.
 */
export function readPermissions<const S extends Statements>(value: unknown, statements: S): Permissions<S> | null;
export function readPermissions(value: unknown, statements: Statements): Permissions | null {
  if (!isRecord(value)) return null;
  if (!Object.keys(value).every((resource) => isSome(value[resource], ownValue(statements, resource)))) return null;
  const listed = Object.entries(statements).map(([resource, actions]) => {
    const wanted = ownValue(value, resource);
    return [resource, Array.isArray(wanted) ? actions.filter((action) => wanted.includes(action)) : []] as const;
  });
  return frozen(Object.fromEntries(listed));
}

/** Whether the value is a list of some of these actions. */
function isSome(value: unknown, actions: readonly string[] | undefined): boolean {
  if (!actions || !Array.isArray(value) || value.length > actions.length) return false;
  return [...value].every((action) => actions.includes(action));
}
