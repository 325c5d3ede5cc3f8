import type { Hooks } from "@keyhold/core/plugin";
import { hasGivenPasskey } from "./methods.js";
import type { LockedUser } from "./models.js";
import type { PasskeyOptions } from "./options.js";
import { countPasskeys, hasPasskey, passkeysOf } from "./passkeys.js";
import { removePasskeys } from "./remove-passkeys.js";

/** The hooks of this plugin. */
export const rulesOf = ({ asSecondFactor, page }: PasskeyOptions): Partial<Hooks> => ({
  ...(asSecondFactor && {
    // Also after a passkey without verification of the user: then one that verifies the user is asked for.
    async "session.ask"({ user, methods }, ctx) {
      if (methods.includes("mfa") || !(await hasPasskey(ctx, user.id))) return null;
      return { methods: ["passkey"], page };
    },
    async "factors.reset"(user, ctx) {
      await removePasskeys(ctx, user as LockedUser);
    },
  }),
  async "session.offer"({ user, methods }, ctx) {
    return !hasGivenPasskey(methods) && (await hasPasskey(ctx, user.id)) ? ["passkey"] : [];
  },
  async "step-up.methods"({ session, factors }, ctx) {
    const passkeys = await passkeysOf(ctx, session.userId);
    // Without verification a passkey is one factor, also in a session that knows a password.
    return passkeys.some(({ userVerified }) => factors === 1 || userVerified !== false) ? ["passkey"] : [];
  },
  "sign-in.ways": (user, ctx) => countPasskeys(ctx, user.id),
  async "account.claim"(user, ctx) {
    await removePasskeys(ctx, user as LockedUser);
  },
});
