import type { AdminUser } from "./models.js";

/**
 * Whether a ban holds at a moment. One that is over stays written until its user signs in again or somebody lifts it; an
 * end that cannot be read, as of a table that others wrote, is none.
 */
export const isBanned = ({ banned, banExpires }: Partial<AdminUser>, now: Date): boolean =>
  banned === true && !(banExpires != null && banExpires.getTime() <= now.getTime());
