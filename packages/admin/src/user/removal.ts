import type { User } from "@keyhold/core";

/** The locked users in deletion by an administrator: the hook against deleting oneself ignores them. */
const removed = new WeakSet<User>();

export const isRemovedByAdministrator = (user: User): boolean => removed.has(user);

export function markRemovedByAdministrator(user: User): void {
  removed.add(user);
}
