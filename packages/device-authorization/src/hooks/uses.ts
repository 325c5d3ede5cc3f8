import { before, type Hooks, removePages } from "@keyhold/core/plugin";
import { deviceCodeModel } from "../models.js";

/** The part of the plugin in the hooks of core. */
export const hooksOf = (): Pick<Hooks, "sweep" | "trust.end"> => ({
  async sweep(ctx) {
    await removePages(ctx.db, deviceCodeModel, { expiresAt: before(ctx.databaseClock.now()) });
  },
  // An approval that no device has taken yet ends with the user's sessions, e.g. after a new password.
  async "trust.end"({ id: userId }, ctx) {
    await ctx.db.remove(deviceCodeModel, { userId });
  },
});
