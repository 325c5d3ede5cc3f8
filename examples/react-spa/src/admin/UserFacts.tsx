import { isBanned } from "@keyhold/admin/client";
import { Time } from "../layout/Time.tsx";
import type { ManagedUser } from "./managed.ts";
import { sayAdminRole } from "./roles.ts";

export const UserFacts = ({ user, isOwn }: { user: ManagedUser; isOwn: boolean }) => (
  <dl className="facts">
    <dt>Name</dt>
    <dd>{user.name}</dd>
    <dt>Role</dt>
    <dd>
      {sayAdminRole(user.role)} {isOwn && <span className="tag good">You</span>}
    </dd>
    <dt>Address</dt>
    <dd>{user.emailVerified ? "Confirmed" : "Not confirmed"}</dd>
    <dt>Since</dt>
    <dd>
      <Time at={user.createdAt} />
    </dd>
    {isBanned(user, new Date()) && (
      <>
        <dt>Banned</dt>
        <dd>
          {user.banExpires ? (
            <>
              Until <Time at={user.banExpires} />
            </>
          ) : (
            "For ever"
          )}
          {user.banReason && `: ${user.banReason}`}
        </dd>
      </>
    )}
  </dl>
);
