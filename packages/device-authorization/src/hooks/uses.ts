import type { CoreEvent } from "@keyhold/core";
import { before, type Hooks, removePages } from "@keyhold/core/plugin";
import { deviceCodeModel } from "../models.js";
import { endApprovals } from "../request/approvals.js";

/** The part of the plugin in the hooks of core. */
export const hooksOf = (): Pick<Hooks, "sweep" | "trust.end" | "event.emit"> => ({
  async sweep(ctx) {
    await removePages(ctx.db, deviceCodeModel, { expiresAt: before(ctx.databaseClock.now()) });
  },
  // An approval that no device has taken yet ends with the user's sessions, e.g. after a new password.
  async "trust.end"({ id: userId }, ctx) {
    await ctx.db.remove(deviceCodeModel, { userId });
  },
  // The user or an administrator ends a session of an attacker. A sign-out leaves the approval: the device polls later.
  async "event.emit"(event: CoreEvent, ctx) {
    if (event.type !== "session.ended") return;
    const { reason, sessionId } = event;
    if (reason === "revoked" || reason === "revoked by operator") await endApprovals(ctx, sessionId);
  },
});
