import { isRecord, ownValue } from "./record.js";

/** The resources of an app with their actions. Declare them `as const`, so that a misspelt action does not compile. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** Granted or wanted permissions: resources with some of their actions. */
export type Permissions<S extends Statements = Statements> = {
  readonly [R in keyof S]?: readonly S[R][number][];
};

/** Returns every action of every resource, frozen. */
export function everything<const S extends Statements>(statements: S): Permissions<S>;
export function everything(statements: Statements): Permissions {
  return frozen(statements);
}

/**
 * Returns the permissions except for some, frozen.
 *
 * @example without(everything(statements), { organization: ["delete"] })
 */
export function without<S extends Statements>(
  permissions: Permissions<S>,
  excepted: Permissions<NoInfer<S>>,
): Permissions<S>;
export function without(permissions: Permissions, excepted: Permissions): Permissions {
  const left = Object.keys(permissions).map((resource) => {
    const exceptions = actionsOf(excepted, resource);
    return [resource, actionsOf(permissions, resource).filter((action) => !exceptions.includes(action))] as const;
  });
  return frozen(Object.fromEntries(left));
}

/**
 * Checks whether `granted` includes every wanted action. A subset test, so true for empty permissions: use `can` for
 * authorization. An invalid list of actions is never included.
 */
export function includes<S extends Statements>(granted: Permissions<S>, wanted: Permissions<NoInfer<S>>): boolean;
export function includes(granted: Permissions, wanted: Permissions): boolean {
  if (!isRecord(wanted)) return false;
  return Object.entries(wanted).every(([resource, actions]) => {
    if (actions === undefined) return true;
    const grantedActions = actionsOf(granted, resource);
    // A spread, because `every` skips the holes of a sparse array.
    return Array.isArray(actions) && [...actions].every((action) => grantedActions.includes(action));
  });
}

/** The actions of a resource by own key: only strings, even in untyped input. */
export function actionsOf(permissions: Permissions, resource: string): readonly string[] {
  const actions = ownValue(permissions, resource);
  return Array.isArray(actions) ? actions.filter((action) => typeof action === "string") : [];
}

/** A frozen copy, without duplicate actions and without resources without actions. */
export function frozen(permissions: Permissions): Permissions {
  const listed = Object.keys(permissions)
    .map((resource) => [resource, Object.freeze([...new Set(actionsOf(permissions, resource))])] as const)
    .filter(([, actions]) => actions.length > 0);
  return Object.freeze(Object.fromEntries(listed));
}
