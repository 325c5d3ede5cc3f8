import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endLifted, endPendingSignIns, withLiveUser } from "@keyhold/core/session";
import { waysToSignIn } from "@keyhold/core/users";
import { sendNotice } from "../emails.js";
import { endpoint } from "../endpoint.js";
import { passkeyErrors } from "../errors.js";
import { emit } from "../events.js";
import { passkeyModel } from "../models.js";
import { requireFactor } from "../passkey/require-factor.js";
import { signsIn } from "../passkey/ways.js";
import { done } from "../schemas.js";

export const deletePasskey = endpoint({
  route: "POST /passkey/delete-passkey",
  access: "step-up",
  doc: "Deletes a passkey of the caller, except the last way to sign in.",
  input: z.object({ id: z.string() }),
  output: done,
  errors: ["PASSKEY_NOT_FOUND", "YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT"],
  async handle({ input: { id }, session, caller, ctx }, { asSecondFactor }) {
    const { userId } = session;
    const isFactor = (await requireFactor(ctx, session, caller)) || asSecondFactor;
    const isDeleted = await withLiveUser(ctx, session, async (ctx, user) => {
      const passkey = await ctx.db.find(passkeyModel, { id, userId });
      if (!passkey) return false;
      const others = (await waysToSignIn(ctx, user)) - Number(signsIn(passkey, { asSecondFactor }));
      const isLast = others === 0;
      if (isLast && !ctx.settings.account.allowUnlinkingAll)
        return ctx.fail(passkeyErrors.YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT);
      const remove = () => ctx.db.remove(passkeyModel, { id, userId }, user);
      await (asSecondFactor ? endLifted(ctx, user, remove) : remove());
      if (isFactor) await endPendingSignIns(ctx, user);
      emit(ctx, { type: "passkey.deleted", userId, passkeyId: id });
      sendNotice(ctx, user, "passkey.deleted", passkey.name);
      return true;
    });
    return isDeleted ? ok({ status: true }) : ctx.fail(passkeyErrors.PASSKEY_NOT_FOUND);
  },
});
