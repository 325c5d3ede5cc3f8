/** Names of roles as stored, sent or requested: `"owner,admin"`, `["owner", "admin"]`, or null. */
export type RoleText = string | readonly string[] | null | undefined;

const roleName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/**
 * Checks whether a value is a valid role name: 1 to 64 ASCII letters, digits, hyphens and underscores; the first is a
 * letter or a digit. A valid name therefore contains no comma.
 */
export function isRoleName(value: unknown): value is string {
  return typeof value === "string" && roleName.test(value);
}

/**
 * Returns the listed names without duplicates, in the given order; list items may contain several, separated by commas.
 * Invalid names stay in the list: no role has such a name, and `unknownRoles` returns it.
 *
 * @example parseRoles("owner, admin,owner") // ["owner", "admin"]
 */
export function parseRoles(text: RoleText): readonly string[] {
  const items: readonly unknown[] = Array.isArray(text) ? text : [text];
  const names = items.flatMap((item) => (typeof item === "string" ? item.split(",") : []));
  return Object.freeze([...new Set(names.map((name) => name.trim()).filter((name) => name !== ""))]);
}

/** Returns these names as one text, as stored and sent: the result of `parseRoles`, joined by commas. */
export function writeRoles(names: RoleText): string {
  return parseRoles(names).join(",");
}
