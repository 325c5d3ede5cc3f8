import type { Hooks } from "@keyhold/core/plugin";
import { endLinks } from "../link/links.js";

/** The part of the plugin in the hooks of core. */
export const rulesOf = (): Pick<Hooks, "trust.end"> => ({
  /** The password was replaced, or all sessions were ended: links in the mailbox end, too. */
  "trust.end": async ({ email }, ctx) => void (await endLinks(ctx, email)),
});
