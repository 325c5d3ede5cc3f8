import type { Session } from "@keyhold/core";
import { type Caller, eventsFor, type TxContext } from "@keyhold/core/plugin";
import type { ManagedUser } from "./models.js";

/** Who did it, and from where. */
export interface AdminAct {
  /** The administrator's id; null: the app itself, through a server call. */
  readonly actorId: string | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** What an administrator did to a user, who is shown as they are then. */
interface To extends AdminAct {
  readonly target: ManagedUser;
}

/** Everything that administrators do, once it is done: for an audit log. */
export type AdminEvent =
  | ({ readonly type: "admin.user-created" } & To)
  | ({ readonly type: "admin.user-viewed" } & To)
  /** `changed`: the columns, e.g. ["name"]. */
  | ({ readonly type: "admin.user-updated"; readonly changed: readonly string[] } & To)
  | ({ readonly type: "admin.users-listed"; readonly target: null } & AdminAct)
  /** `before`: the roles that the target had; null is the default role. */
  | ({ readonly type: "admin.role-set"; readonly before: string | null } & To)
  /** Reason and end are the target's `banReason` and `banExpires`. */
  | ({ readonly type: "admin.user-banned" } & To)
  | ({ readonly type: "admin.user-unbanned" } & To)
  /** As they were. */
  | ({ readonly type: "admin.user-removed" } & To)
  | ({ readonly type: "admin.password-set" } & To)
  | ({ readonly type: "admin.sessions-listed" } & To)
  | ({ readonly type: "admin.session-revoked"; readonly sessionId: string } & To)
  /** `revoked`: how many. */
  | ({ readonly type: "admin.sessions-revoked"; readonly revoked: number } & To)
  | ({ readonly type: "admin.impersonation-started"; readonly sessionId: string; readonly endsAt: Date } & To)
  /** By the administrator; one whose time is over ends as other sessions do. */
  | ({ readonly type: "admin.impersonation-stopped"; readonly sessionId: string } & To);

/** Tells an event, after commit when inside a transaction. */
export const emit: (ctx: Pick<TxContext, "emit">, event: AdminEvent) => void = eventsFor<AdminEvent>();

/** Who calls, for an event. */
export const actOf = ({ userId }: Pick<Session, "userId">, { ipAddress, userAgent }: Caller): AdminAct => ({
  actorId: userId,
  ipAddress,
  userAgent,
});

/** The app itself, for an event. */
export const actOfApp = ({ ipAddress, userAgent }: Caller): AdminAct => ({ actorId: null, ipAddress, userAgent });
