import { isRecord, ownValue } from "./record.js";

/** What there is to do: resources with their actions. Declare it `as const`, so that a misspelt action does not compile. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** What may be done, or what is asked for: resources with some of their actions. */
export type Permissions<S extends Statements = Statements> = {
  readonly [R in keyof S]?: readonly S[R][number][];
};

/** Every action of every resource. */
export function everything<const S extends Statements>(statements: S): Permissions<S>;
export function everything(statements: Statements): Permissions {
  return frozen(statements);
}

/** These permissions but for some: `without(everything(statements), { organization: ["delete"] })`. */
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
 * Whether every action that is wanted is held. It is the test for a subset, so nothing is covered by anything: to ask
 * whether somebody may do something, use `can`. What is no list of actions is never covered.
 */
export function includes<S extends Statements>(granted: Permissions<S>, wanted: Permissions<NoInfer<S>>): boolean;
export function includes(granted: Permissions, wanted: Permissions): boolean {
  if (!isRecord(wanted)) return false;
  return Object.entries(wanted).every(([resource, actions]) => {
    if (actions === undefined) return true;
    const grantedActions = actionsOf(granted, resource);
    // Spread, since `every` passes over the holes of a list.
    return Array.isArray(actions) && [...actions].every((action) => grantedActions.includes(action));
  });
}

/** The actions under the resource's own key: strings only, whatever a caller without types has put there. */
export function actionsOf(permissions: Permissions, resource: string): readonly string[] {
  const actions = ownValue(permissions, resource);
  return Array.isArray(actions) ? actions.filter((action) => typeof action === "string") : [];
}

/** A copy that nobody can change: each action once, and no resource without any. */
export function frozen(permissions: Permissions): Permissions {
  const listed = Object.keys(permissions)
    .map((resource) => [resource, Object.freeze([...new Set(actionsOf(permissions, resource))])] as const)
    .filter(([, actions]) => actions.length > 0);
  return Object.freeze(Object.fromEntries(listed));
}
