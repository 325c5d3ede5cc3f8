import { actionsOf, frozen, includes, type Permissions, type Statements } from "./permissions.js";
import { ownValue } from "./record.js";
import { parseRoles, type RoleText } from "./role-names.js";

/** The roles there are, by name, and what each may do. */
export type Roles<S extends Statements = Statements, Name extends string = string> = Readonly<
  Record<Name, Permissions<S>>
>;

/** What a role may do, or several together. A name that no role has adds nothing. */
export function permissionsOf<S extends Statements>(roles: Roles<S>, role: RoleText): Permissions<S>;
export function permissionsOf(roles: Roles, role: RoleText): Permissions {
  const granted = parseRoles(role).map((name) => ownValue(roles, name) ?? {});
  const resources = new Set(granted.flatMap((permissions) => Object.keys(permissions)));
  const united = [...resources].map(
    (resource) => [resource, granted.flatMap((permissions) => actionsOf(permissions, resource))] as const,
  );
  return frozen(Object.fromEntries(united));
}

/**
 * Whether a role, or several together, may do all that is wanted. To want nothing is no question and never allowed, so
 * that an empty or misread request opens no door.
 */
export function can<S extends Statements>(roles: Roles<S>, role: RoleText, wanted: Permissions<NoInfer<S>>): boolean;
export function can(roles: Roles, role: RoleText, wanted: Permissions): boolean {
  const asksForSomething = (): boolean => Object.values(wanted).some((actions) => actions && actions.length > 0);
  return includes(permissionsOf(roles, role), wanted) && asksForSomething();
}

/** The names among these that no role has; empty when all are known, as it is of an empty list. */
export function unknownRoles(roles: Roles, names: RoleText): readonly string[] {
  return parseRoles(names).filter((name) => ownValue(roles, name) === undefined);
}
