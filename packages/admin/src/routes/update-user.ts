import { name, picture, user } from "@keyhold/core/entity-schemas";
import { differences, ok, updateUser as update } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { claimAccount, resolveDuplicateSignUp } from "@keyhold/core/users";
import { actOn } from "../authority/act.js";
import { requirePermission } from "../authority/actions.js";
import { endpoint } from "../endpoint.js";
import { adminErrors } from "../errors.js";
import { actOf, emit } from "../events.js";
import { showUser } from "../models.js";
import { userId } from "../schemas.js";
import { readData } from "../user/user-data.js";

export const updateUser = endpoint({
  route: "POST /admin/update-user",
  access: "fresh",
  doc: "Changes a user's name, picture, `emailVerified`, and plugin columns.",
  input: z.object({
    userId,
    data: z.looseObject({
      name: name.optional(),
      image: picture.nullable().optional(),
      emailVerified: z.boolean().optional(),
    }),
  }),
  output: z.object({ user }),
  errors: [
    "YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS",
    "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER",
    "EMAIL_CAN_NOT_BE_UPDATED",
    "USER_NOT_FOUND",
  ],
  async handle({ input, session, caller, ctx }, settings) {
    requirePermission(ctx, settings, { user: session.user, action: "update user" });
    const { name, image, emailVerified, email, ...data } = input.data;
    // The email address controls the account by a password reset, so only the owner may change the address.
    if (email !== undefined) return ctx.fail(adminErrors.EMAIL_CAN_NOT_BE_UPDATED);
    const change = {
      ...readData(ctx, data, { canClear: true }),
      ...(name !== undefined && { name }),
      ...(image !== undefined && { image }),
      ...(emailVerified !== undefined && { emailVerified }),
    };

    return actOn(ctx, { settings, session, action: "update user", userId: input.userId }, async (ctx, { target }) => {
      const updated = await update(ctx, target, change);
      const shown = showUser(ctx, updated);
      const different = differences(target, updated);
      let claimed: typeof target | null = null;
      const changed = Object.keys(change).filter((column) => different.includes(column));
      if (updated.emailVerified && !target.emailVerified) {
        ctx.emit({ type: "email.verified", user: shown });
        // After a duplicate sign-up the owner is unknown: the password is removed, and each user must request a new one
        // by email.
        if (await resolveDuplicateSignUp(ctx, target))
          claimed = {
            ...target,
            ...(await claimAccount(ctx, target, { passwordHash: null, reason: "password changed" })),
          };
      }
      if (changed.length > 0)
        emit(ctx, { type: "admin.user-updated", ...actOf(session, caller), target: shown, changed });
      return ok({ user: claimed ? showUser(ctx, claimed) : shown });
    });
  },
});
