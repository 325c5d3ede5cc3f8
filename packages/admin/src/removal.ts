import type { User } from "@keyhold/core";

/** Users whom an administrator is removing, as they are held: the rule against deleting oneself is not for them. */
const leaving = new WeakSet<User>();

export const isRemoved = (user: User): boolean => leaving.has(user);

export function markRemoved(user: User): void {
  leaving.add(user);
}
