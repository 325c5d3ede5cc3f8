import type { User } from "@keyhold/core";

/** Users whom an administrator is removing, as they are held: the rule against deleting oneself is not for them. */
const removed = new WeakSet<User>();

export const isRemovedByAdministrator = (user: User): boolean => removed.has(user);

export function markRemovedByAdministrator(user: User): void {
  removed.add(user);
}
