import { endRoundsOf } from "@keyhold/core/mailbox";
import type { Hooks } from "@keyhold/core/plugin";

/** The part of the plugin in the hooks of core. */
export const rulesOf = (): Pick<Hooks, "trust.end" | "sign-in.ways"> => ({
  /** A verified address: so the last account or passkey of the user can be removed. */
  "sign-in.ways": ({ emailVerified }, { settings }) => (settings.hasMail && emailVerified ? 1 : 0),
  /** The password was replaced, or all sessions were ended: links end, too, in the mailbox of a held address as well. */
  "trust.end": (user, ctx) => endRoundsOf(ctx, user),
});
