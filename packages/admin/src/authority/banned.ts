import type { AdminUser } from "../models.js";

/**
 * Checks whether a ban is in force at a given time. An expired ban stays stored until the user signs in again or an
 * administrator lifts the ban. An invalid end date, as in a table of other software, counts as no end.
 *
 * @example isBanned(user, new Date())
 */
export const isBanned = ({ banned, banExpires }: Partial<AdminUser>, now: Date): boolean =>
  banned === true && !(banExpires != null && banExpires.getTime() <= now.getTime());
