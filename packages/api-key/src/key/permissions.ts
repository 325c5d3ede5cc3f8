import { includes, type Permissions, readPermissions, type Statements } from "@keyhold/access";
import { allOf } from "../options.js";

/** The permissions in both. */
export const intersection = (granted: Permissions, limit: Permissions): Permissions =>
  Object.fromEntries(
    Object.entries(granted).flatMap(([resource, actions = []]) => {
      const allowed = Object.hasOwn(limit, resource) ? (limit[resource] ?? []) : [];
      const left = actions.filter((action) => allowed.includes(action));
      return left.length > 0 ? [[resource, left] as const] : [];
    }),
  );

/** What a key may now: never more than its stored permissions. */
export const effectivePermissions = (stored: Permissions, limit: Permissions): Permissions =>
  intersection(readable(stored), limit);

const withinAll = new WeakMap<Statements, WeakMap<Permissions, Permissions>>();

/**
 * `effectivePermissions` with every action of the app as the limit. Frozen, and made once for permissions that
 * `storedPermissions` has kept: a check of a key makes no objects for them.
 */
export function withinStatements(stored: Permissions, statements: Statements): Permissions {
  const known = withinAll.get(statements) ?? new WeakMap<Permissions, Permissions>();
  withinAll.set(statements, known);
  const made = known.get(stored) ?? freeze(effectivePermissions(stored, allOf(statements)));
  known.set(stored, made);
  return made;
}

const freeze = (permissions: Permissions): Permissions => {
  for (const actions of Object.values(permissions)) Object.freeze(actions);
  return Object.freeze(permissions);
};

/** Only lists of texts count: the column may be of another library. */
const readable = (permissions: Permissions): Permissions =>
  Object.fromEntries(
    Object.entries(permissions).map(([resource, actions]) => [
      resource,
      Array.isArray(actions) ? actions.filter((action) => typeof action === "string") : [],
    ]),
  );

/** Whether the wanted permissions are more than the granted permissions, or unknown to the app. */
export const exceeds = (
  wanted: Permissions,
  { granted, statements }: { granted: Permissions; statements: Statements },
) => readPermissions(wanted, statements) === null || !includes(granted, wanted);
