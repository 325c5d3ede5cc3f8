import type { CoreEvent, SessionEnd } from "@keyhold/core";
import { before, type Hooks, removePages } from "@keyhold/core/plugin";
import { deviceCodeModel } from "../models.js";
import { endApprovals } from "../request/approvals.js";

/** Why a session ends, of which the approvals end, too. */
const ends: ReadonlySet<SessionEnd> = new Set<SessionEnd>(["revoked", "revoked by operator", "token reused"]);

/** The part of the plugin in the hooks of core. */
export const hooksOf = (): Pick<Hooks, "sweep" | "trust.end" | "event.emit"> => ({
  async sweep(ctx) {
    await removePages(ctx.db, deviceCodeModel, { expiresAt: before(ctx.databaseClock.now()) });
  },
  // An approval that no device has taken yet ends with the user's sessions, e.g. after a new password.
  async "trust.end"({ id: userId }, ctx) {
    await ctx.db.remove(deviceCodeModel, { userId });
  },
  // The session was of an attacker, or two clients have its token. A sign-out leaves the approval: the device polls later.
  async "event.emit"(event: CoreEvent, ctx) {
    if (event.type !== "session.ended") return;
    if (ends.has(event.reason)) await endApprovals(ctx, event.sessionId);
  },
});
