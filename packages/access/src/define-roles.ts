import { frozen, type Permissions, type Statements } from "./permissions.js";
import { isRecord, ownValue } from "./record.js";
import { isRoleName } from "./role-names.js";
import type { Roles } from "./roles.js";

/**
 * Defines the roles of an app, by name. A role with a resource or action missing in the statements does not compile.
 *
 * @param statements the resources of the app with their actions, `as const`
 * @param roles the permissions of each role; a name must pass `isRoleName`
 * @throws Error for an invalid name, resource or action, and names it: for roles without type checks, e.g. in
 * JavaScript
 * @example defineRoles(statements, { editor: { article: ["create", "update"] }, reader: {} })
 */
export function defineRoles<const S extends Statements, Name extends string>(
  statements: S,
  roles: Readonly<Record<Name, Permissions<NoInfer<S>>>>,
): Roles<S, Name>;
export function defineRoles(statements: Statements, roles: Roles): Roles {
  const problem = statementsError(statements) ?? rolesError(statements, roles);
  if (problem !== null) throw new Error(problem);
  return Object.freeze(
    Object.fromEntries(Object.entries(roles).map(([name, permissions]) => [name, frozen(permissions)])),
  );
}

function statementsError(statements: unknown): string | null {
  if (!isRecord(statements)) return "Statements are an object of resources, each with the list of its actions.";
  const wrong = Object.entries(statements).find(([, actions]) => !isListOfNames(actions));
  return wrong ? `Statements: the resource ${quoted(wrong[0])} needs a list of actions, each a name.` : null;
}

function rolesError(statements: Statements, roles: unknown): string | null {
  if (!isRecord(roles)) return "Roles are an object of names, each with what the role may do.";
  for (const [name, permissions] of Object.entries(roles)) {
    const problem = roleError(statements, name, permissions);
    if (problem !== null) return `Role ${quoted(name)}: ${problem}.`;
  }
  return null;
}

function roleError(statements: Statements, name: string, permissions: unknown): string | null {
  if (!isRoleName(name)) return "a name has 1 to 64 letters, digits, - and _, and begins with a letter or a digit";
  if (!isRecord(permissions)) return "it needs an object of resources, each with the list of its actions";
  for (const [resource, actions] of Object.entries(permissions)) {
    const known = ownValue(statements, resource);
    if (!known) return `there is no resource ${quoted(resource)}, only ${listOf(Object.keys(statements))}`;
    if (actions === undefined) continue;
    if (!Array.isArray(actions)) return `the resource ${quoted(resource)} needs a list of actions`;
    const unknown = actions.findIndex((action) => !known.includes(action));
    if (unknown >= 0)
      return `the resource ${quoted(resource)} has no action ${quoted(actions[unknown])}, only ${listOf(known)}`;
  }
  return null;
}

const isListOfNames = (value: unknown): boolean =>
  Array.isArray(value) && [...value].every((name) => typeof name === "string" && name !== "");

const quoted = (value: unknown): string => JSON.stringify(typeof value === "string" ? value : typeof value);
const listOf = (names: readonly string[]): string => names.map(quoted).join(", ") || "none";
