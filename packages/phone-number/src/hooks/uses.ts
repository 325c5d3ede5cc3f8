import type { User } from "@keyhold/core";
import { endRound, endRoundsOf } from "@keyhold/core/mailbox";
import type { Caller, Hooks, PluginHooks, ReadingContext } from "@keyhold/core/plugin";
import { forgetAdded } from "../account/added.js";
import { isInDoubt } from "../account/doubt.js";
import { holds } from "../account/holder.js";
import { removeNumber } from "../account/set-number.js";
import { phoneNumberErrors } from "../errors.js";
import { type LockedNumbered, numberedModel } from "../models.js";
import type { PhoneNumberOptions } from "../options.js";
import type { PhoneNumberTypes } from "../plugin.js";
import { ownNumber, phoneCodeMethod } from "../proof/own-code.js";
import { forgetUse, isClaimed, noteUse } from "../recycled/use.js";
import { hooksAt } from "./offers.js";

type Used =
  | "user.update"
  | "user.delete"
  | "sign-in.finish"
  | "sign-in.ways"
  | "step-up.methods"
  | "trust.end"
  | "account.claim"
  | "email.undo";

/** The part of the plugin in the hooks of core. */
export const rulesOf = (): Pick<Hooks<PhoneNumberTypes>, Used> => ({
  "user.update"(change, ctx) {
    if ("phoneNumber" in change || "phoneNumberVerified" in change)
      ctx.fail(phoneNumberErrors.PHONE_NUMBER_CANNOT_BE_UPDATED);
    return change;
  },
  /** A verified number: so the last account or passkey of the user can be removed. */
  async "sign-in.ways"({ id }, { db }) {
    return (await db.find(numberedModel, { id }))?.phoneNumberVerified ? 1 : 0;
  },
  /** One factor: beside an enrolled second factor the phone alone is no proof. */
  "step-up.methods": async ({ session, factors }, ctx) =>
    factors === 1 && (await ownNumber(ctx, session)) !== null ? [phoneCodeMethod] : [],
  /** The password was replaced, or all sessions were ended: codes in the phone and in the mailbox end, too. */
  async "trust.end"({ id }, ctx) {
    const user = await ctx.db.find(numberedModel, { id });
    if (!user?.phoneNumber) return;
    await endRound(ctx, user.phoneNumber);
    await endRoundsOf(ctx, user);
  },
  /** A sign-in by a code is complete, after all that was asked. */
  async "sign-in.finish"({ plugin, data }, ctx, user) {
    if (plugin === "phone-number" && typeof data === "string" && holds(user, data))
      await noteUse(ctx, user as LockedNumbered, data);
    return undefined;
  },
  async "user.delete"({ id }, ctx) {
    await forgetUse(ctx, id);
    await forgetAdded(ctx, id);
  },
  /** The owner of the address has come: the number may be of an attacker who signed up with the address. */
  async "account.claim"(user, ctx) {
    await removeNumber(ctx, user);
  },
  async "email.undo"({ user, since }, ctx) {
    if (!(await removeNumber(ctx, user, since))) return;
    for (const hook of hooksAt(ctx, "phone-number.disowned")) await hook({ user, since }, ctx);
  },
});

/** The part of the plugin in the hooks of `twoFactor()`. */
export const factorRulesOf = (options: PhoneNumberOptions): PluginHooks => ({
  /** Another person has verified the number; for a recovery also: the user has not for long. */
  "two-factor.number-in-doubt": async (
    { id }: User,
    { as, caller }: { readonly as: "text" | "recovery"; readonly caller: Caller | null },
    ctx: ReadingContext,
  ) => {
    const user = await ctx.db.find(numberedModel, { id });
    if (!user?.phoneNumber) return false;
    if (as === "text") return isClaimed(ctx, user, user.phoneNumber);
    return caller !== null && isInDoubt(ctx, user, { number: user.phoneNumber, caller, options });
  },
});
