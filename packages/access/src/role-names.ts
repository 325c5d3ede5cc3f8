/** Names of roles as they are stored, sent or asked for: `"owner,admin"`, `["owner", "admin"]`, or none. */
export type RoleText = string | readonly string[] | null | undefined;

const roleName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/**
 * Whether a role may be called so: 1 to 64 ASCII letters, digits, hyphens and underscores, the first of them a letter
 * or a digit. A name thus never holds the comma that separates two.
 */
export function isRoleName(value: unknown): value is string {
  return typeof value === "string" && roleName.test(value);
}

/**
 * The names that are listed, each once, in the order given; commas separate them in list items, too. What could not be
 * the name of a role stays in the list: no role answers to it, and `unknownRoles` tells it.
 */
export function parseRoles(text: RoleText): readonly string[] {
  const items: readonly unknown[] = Array.isArray(text) ? text : [text];
  const names = items.flatMap((item) => (typeof item === "string" ? item.split(",") : []));
  return Object.freeze([...new Set(names.map((name) => name.trim()).filter((name) => name !== ""))]);
}

/** The one text for these names, as it is stored and sent: what `parseRoles` makes of them, joined by commas. */
export function writeRoles(names: RoleText): string {
  return parseRoles(names).join(",");
}
