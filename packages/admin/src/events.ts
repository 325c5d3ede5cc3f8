import type { Session } from "@keyhold/core";
import { type Caller, eventsFor, type TxContext } from "@keyhold/core/plugin";
import type { ManagedUser } from "./models.js";

/** The administrator, and the client of the call. */
export interface AdminAct {
  /** The administrator's id; null for a server-side call of the app. */
  readonly actorId: string | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** An action on a user; `target` is the user after the action. */
interface To extends AdminAct {
  readonly target: ManagedUser;
}

/** Events for every action of administrators, emitted after the action: for an audit log. */
export type AdminEvent =
  | ({ readonly type: "admin.user-created" } & To)
  | ({ readonly type: "admin.user-viewed" } & To)
  /** `changed`: the changed columns, e.g. ["name"]. */
  | ({ readonly type: "admin.user-updated"; readonly changed: readonly string[] } & To)
  | ({ readonly type: "admin.users-listed"; readonly target: null } & AdminAct)
  /** `before`: the previous roles of the target; null is the default role. */
  | ({ readonly type: "admin.role-set"; readonly before: string | null } & To)
  /** Reason and end are in the target's `banReason` and `banExpires`. */
  | ({ readonly type: "admin.user-banned" } & To)
  | ({ readonly type: "admin.user-unbanned" } & To)
  /** `target`: the user before the deletion. */
  | ({ readonly type: "admin.user-removed" } & To)
  | ({ readonly type: "admin.password-set" } & To)
  | ({ readonly type: "admin.two-factor-reset" } & To)
  | ({ readonly type: "admin.sessions-listed" } & To)
  | ({ readonly type: "admin.session-revoked"; readonly sessionId: string } & To)
  /** `revoked`: the number of sessions. */
  | ({ readonly type: "admin.sessions-revoked"; readonly revoked: number } & To)
  | ({ readonly type: "admin.impersonation-started"; readonly sessionId: string; readonly endsAt: Date } & To)
  /** By the administrator; an expired impersonation ends like other sessions, without this event. */
  | ({ readonly type: "admin.impersonation-stopped"; readonly sessionId: string } & To);

/** Emits an event; inside a transaction, after the commit. */
export const emit: (ctx: Pick<TxContext, "emit">, event: AdminEvent) => void = eventsFor<AdminEvent>();

/** The caller, for an event. */
export const actOf = ({ userId }: Pick<Session, "userId">, { ipAddress, userAgent }: Caller): AdminAct => ({
  actorId: userId,
  ipAddress,
  userAgent,
});

/** The app as the actor of an event. */
export const actOfApp = ({ ipAddress, userAgent }: Caller): AdminAct => ({ actorId: null, ipAddress, userAgent });
