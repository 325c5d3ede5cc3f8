import { can } from "@keyhold/access";
import type { ReactElement } from "react";
import { ForUsers } from "../account/ForUsers.js";
import { useUI } from "../context.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { Wide } from "../parts/Wide.js";
import { admin as english } from "../texts/en/admin.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";
import { AdminUser } from "./AdminUser.js";
import { RolesById, useAdminRights, useRolesById } from "./rights.js";
import { UserList } from "./UserList.js";

/** The properties of `AdminUsers`. */
export interface AdminUsersProps {
  /** The id of a user to show. The path is "/admin/users/…". Default: the list of all users. */
  readonly userId?: string | undefined;
}

/**
 * All users of the app, for administrators: a search, a list with pages, and a user with the actions on the user.
 *
 * @example <AuthUI client={authClient}><AdminUsers /></AuthUI>
 */
export function AdminUsers(props: AdminUsersProps): ReactElement {
  return <ForUsers>{() => <Content {...props} />}</ForUsers>;
}

const toList = { user: ["list"] } as const;

function Content({ userId }: AdminUsersProps): ReactElement {
  const { client, paths, Link } = useUI();
  const session = client.useSession();
  const rights = useAdminRights();
  const held = useRolesById(toList);
  const texts = useTexts("admin", english);
  const { yourAccount } = useTexts("common", common);
  if (session.isPending || held === null) return <Waiting />;
  if (!rights.can(toList) && !held.some((role) => can(rights.roles, role, toList)))
    return (
      <Screen key="closed" title={texts.notAllowedTitle} lead={texts.notAllowedLead}>
        <p className="kh-choices">
          <Link className="kh-button kh-primary" href={paths.home}>
            {yourAccount}
          </Link>
        </p>
      </Screen>
    );
  return (
    <RolesById.Provider value={held}>
      <Wide>{userId === undefined ? <UserList /> : <AdminUser key={userId} userId={userId} />}</Wide>
    </RolesById.Provider>
  );
}
