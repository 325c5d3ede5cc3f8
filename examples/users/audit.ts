import type { CoreEvent } from "@keyhold/core";

/** One line of an audit log, with the user's id and without secrets. */
export interface AuditEntry {
  readonly at: string;
  readonly type: CoreEvent["type"];
  readonly userId: string | null;
  readonly ipAddress: string | null;
  /** The reason or the changed part, in a few words. */
  readonly detail: string | null;
}

export const toAuditEntry = (event: CoreEvent, at: Date): AuditEntry => ({
  at: at.toISOString(),
  type: event.type,
  userId: whom(event),
  ipAddress: "ipAddress" in event ? event.ipAddress : null,
  detail: detailOf(event),
});

function whom(event: CoreEvent): string | null {
  if ("user" in event) return event.user.id;
  if ("session" in event) return event.session.userId;
  return "userId" in event ? event.userId : null;
}

function detailOf(event: CoreEvent): string | null {
  switch (event.type) {
    case "user.updated":
      return event.changed.join(", ");
    case "session.created":
      return event.method;
    case "session.ended":
    case "sign-in.failed":
      return event.reason;
    case "account.unlinked":
      return event.providerId;
    default:
      return null;
  }
}
