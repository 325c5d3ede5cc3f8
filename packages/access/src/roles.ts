import { actionsOf, frozen, includes, type Permissions, type Statements } from "./permissions.js";
import { ownValue } from "./record.js";
import { parseRoles, type RoleText } from "./role-names.js";

/** Roles by name, with their permissions. */
export type Roles<S extends Statements = Statements, Name extends string = string> = Readonly<
  Record<Name, Permissions<S>>
>;

/** Returns the permissions of a role, or of several roles together. An unknown name adds no permission. */
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
 * Checks whether a role, or several roles together, have all wanted permissions. False if no permission is wanted, so
 * that an empty or misread request is never allowed.
 *
 * @example can(roles, user.role, { article: ["update"] })
 */
export function can<S extends Statements>(roles: Roles<S>, role: RoleText, wanted: Permissions<NoInfer<S>>): boolean;
export function can(roles: Roles, role: RoleText, wanted: Permissions): boolean {
  const asksForSomething = (): boolean => Object.values(wanted).some((actions) => actions && actions.length > 0);
  return includes(permissionsOf(roles, role), wanted) && asksForSomething();
}

/** Returns the names without a role; empty if all are known, or the list is empty. */
export function unknownRoles(roles: Roles, names: RoleText): readonly string[] {
  return parseRoles(names).filter((name) => ownValue(roles, name) === undefined);
}
