import { before, type Hooks, removePages } from "@keyhold/core/plugin";
import { withoutOpener } from "../flow/opener.js";
import { nativeCodeModel } from "../models.js";

/** The part of the plugin in the hooks of core. */
export const hooksOf = (): Pick<Hooks, "sweep" | "trust.end" | "reply.answer"> => ({
  "reply.answer": (reply, { route }) => withoutOpener(reply, route),
  async sweep(ctx) {
    await removePages(ctx.db, nativeCodeModel, { expiresAt: before(ctx.databaseClock.now()) });
  },
  // A code that no app has used yet ends with the user's sessions, e.g. after a new password.
  async "trust.end"({ id: userId }, ctx) {
    await ctx.db.remove(nativeCodeModel, { userId });
  },
});
