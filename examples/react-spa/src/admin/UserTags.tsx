import { isBanned } from "@keyhold/admin/client";
import type { ManagedUser } from "./managed.ts";
import { isAdministrator } from "./may.ts";

/** The role and the ban of a user. */
export const UserTags = ({ user }: { user: Pick<ManagedUser, "role" | "banned" | "banExpires"> }) => (
  <>
    {isAdministrator(user) && <span className="tag good">Administrator</span>}
    {isBanned(user, new Date()) && <span className="tag bad">Banned</span>}
  </>
);
