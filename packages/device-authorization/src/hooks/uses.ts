import type { CoreEvent } from "@keyhold/core";
import { before, type Hooks, removePages } from "@keyhold/core/plugin";
import { deviceCodeModel } from "../models.js";
import { endApprovals } from "../request/approvals.js";

/** Why a session ends that may be the session of an attacker. A sign-out is none: the device of the user polls later. */
const distrustingEnds: readonly string[] = ["revoked", "revoked by operator", "token reused"];

/** The part of the plugin in the hooks of core. */
export const hooksOf = (): Pick<Hooks, "sweep" | "trust.end" | "event.emit"> => ({
  async sweep(ctx) {
    await removePages(ctx.db, deviceCodeModel, { expiresAt: before(ctx.databaseClock.now()) });
  },
  // An approval that no device has taken yet ends with the user's sessions, e.g. after a new password.
  async "trust.end"({ id: userId }, ctx) {
    await ctx.db.remove(deviceCodeModel, { userId });
  },
  async "event.emit"(event: CoreEvent, ctx) {
    if (event.type === "session.ended" && distrustingEnds.includes(event.reason))
      await endApprovals(ctx, event.sessionId);
  },
});
