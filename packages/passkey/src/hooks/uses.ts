import type { AuthMethod, HookContext, Hooks } from "@keyhold/core/plugin";
import { hasNoProof } from "@keyhold/core/session";
import type { LockedUser, PasskeyRow } from "../models.js";
import type { PasskeyOptions } from "../options.js";
import { hasGivenPasskey } from "../passkey/methods.js";
import { allPasskeysOf, hasPasskey, passkeySince } from "../passkey/passkeys.js";
import { removePasskeys } from "../passkey/remove-passkeys.js";
import { countWays, signsIn } from "../passkey/ways.js";

/** Whether a passkey of the user can be the second factor: after another passkey only with user verification. */
const canBeSecond = async (ctx: HookContext, userId: string, methods: readonly AuthMethod[]): Promise<boolean> =>
  !hasGivenPasskey(methods) || (await allPasskeysOf(ctx, userId)).some(mayVerify);

/** Whether the device may verify the user. Null: the row is of another library. */
const mayVerify = ({ userVerified }: PasskeyRow): boolean => userVerified !== false;

/** The hooks of this plugin. */
export const rulesOf = ({ asSecondFactor, page }: PasskeyOptions): Partial<Hooks> => ({
  ...(asSecondFactor && {
    // Also after a passkey without verification of the user: then a passkey that verifies the user is asked for.
    async "session.ask"({ user, methods }, ctx) {
      if (methods.includes("mfa") || !(await hasPasskey(ctx, user.id))) return null;
      return { methods: (await canBeSecond(ctx, user.id, methods)) ? ["passkey"] : [], page };
    },
    // No column of the user says that a passkey is a factor.
    "step-up.factors": async (user, ctx) => ((await hasPasskey(ctx, user.id)) ? 2 : 1),
    // Another server over this database has opened the session without the passkey that the user had.
    async "session.restricted"(session, ctx) {
      if (!hasNoProof(session)) return false;
      const since = await passkeySince(ctx, session.userId);
      return since !== null && session.createdAt > since;
    },
    async "factors.reset"(user, ctx) {
      await removePasskeys(ctx, user as LockedUser);
    },
  }),
  async "session.offer"({ user, methods }, ctx) {
    return !hasGivenPasskey(methods) && (await hasPasskey(ctx, user.id)) ? ["passkey"] : [];
  },
  async "step-up.methods"({ session, factors }, ctx) {
    const passkeys = await allPasskeysOf(ctx, session.userId);
    // Without verification a passkey is a single factor, also in a session that knows a password.
    return passkeys.some((passkey) => factors === 1 || mayVerify(passkey)) ? ["passkey"] : [];
  },
  "sign-in.ways": (user, ctx) => countWays(ctx, user.id, { asSecondFactor }),
  async "email.undo"({ user, since, keepsFactors }, ctx) {
    // A passkey that signs in alone is a way to sign in of the attacker, and no second factor only.
    const isMeant = (passkey: PasskeyRow) => !keepsFactors || signsIn(passkey, { asSecondFactor });
    await removePasskeys(ctx, user as LockedUser, since, isMeant);
  },
  async "account.claim"(user, ctx, keepsFactors) {
    if (!(keepsFactors && asSecondFactor)) await removePasskeys(ctx, user as LockedUser);
  },
});
