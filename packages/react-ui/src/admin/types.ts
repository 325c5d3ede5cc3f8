import type { FullClient } from "../client.js";
import { now } from "../clock.js";

type Data<Call extends (...given: never[]) => Promise<{ readonly data: unknown }>> = NonNullable<
  Awaited<ReturnType<Call>>["data"]
>;

/** A user, as shown to administrators. */
export type ManagedUser = Data<FullClient["admin"]["listUsers"]>["users"][number];

/** A session of a user, as shown to administrators. */
export type ManagedSession = Data<FullClient["admin"]["listUserSessions"]>["sessions"][number];

/** Whether a ban is in force now: an expired ban stays stored until the next sign-in. */
export const isBanned = ({ banned, banExpires }: Pick<ManagedUser, "banned" | "banExpires">): boolean =>
  banned === true && !(banExpires && banExpires.getTime() <= now());
