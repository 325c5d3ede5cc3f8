import { user } from "@keyhold/core/entity-schemas";
import { forgetWrongPasswords, hashNewPassword } from "@keyhold/core/passwords";
import { type Context, commonErrors, ok, type TxContext, updateUser as update } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endSessions } from "@keyhold/core/session";
import { claimAccount, forgetEarlier, markVerified, resolveDuplicateSignUp } from "@keyhold/core/users";
import { hasKnownOwner } from "../authority/known-owner.js";
import { requireStoredRoles } from "../authority/roles.js";
import { endpoint } from "../endpoint.js";
import { adminErrors } from "../errors.js";
import { actOfApp, emit } from "../events.js";
import { endForbiddenImpersonations } from "../impersonation/forbidden-impersonations.js";
import { type LockedUser, managedUserModel, showUser } from "../models.js";
import { role, userId } from "../schemas.js";

export const appointUser = endpoint({
  route: "POST /admin/appoint-user",
  access: "public",
  doc: "Gives roles to an existing user on behalf of the app, and ends the user's sessions. Fails if another person may have signed up with the address, unless `claim` removes every earlier credential and second factor and sets `password`.",
  input: z.object({
    userId,
    role,
    claim: z.boolean().default(false),
    password: z.string().optional(),
  }),
  output: z.object({ user }),
  errors: [
    "ROLE_NOT_FOUND",
    "USER_NOT_FOUND",
    "EMAIL_NOT_CONFIRMED",
    "PASSWORD_TOO_SHORT",
    "PASSWORD_TOO_LONG",
    "PASSWORD_TOO_COMMON",
    "PASSWORD_COMPROMISED",
  ],
  hashes: true,
  isServerOnly: true,
  async handle({ input: { userId, role, claim, password }, caller, ctx }, settings) {
    const roles = requireStoredRoles(ctx, settings, role);
    if (password !== undefined && !claim) ctx.fail(commonErrors.VALIDATION_ERROR, { issues: [passwordWithoutClaim] });
    const person = (await ctx.db.find(managedUserModel, { id: userId })) ?? failUser(ctx);
    const passwordHash = password === undefined ? null : await hashNewPassword(ctx, { password, person, caller });
    const changed = await ctx.transactionOn(managedUserModel, userId, async (ctx, target) => {
      if (claim) await claimForOwner(ctx, target, passwordHash);
      else if (!(await hasKnownOwner(ctx, target))) ctx.fail(adminErrors.EMAIL_NOT_CONFIRMED);
      await endSessions(ctx, target, { reason: "revoked by operator" });
      const shown = showUser(ctx, await update(ctx, target, { role: roles }));
      await endForbiddenImpersonations(ctx, settings, { before: target, after: shown });
      if (target.role !== roles)
        emit(ctx, { type: "admin.role-set", ...actOfApp(caller), target: shown, before: target.role });
      return { user: shown };
    });
    if (claim) ctx.later("Resetting the count of wrong passwords", () => forgetWrongPasswords(ctx, person));
    return ok(changed ?? failUser(ctx));
  },
});

const passwordWithoutClaim = { path: "password", message: "A password is set only with `claim: true`" };

const failUser = (ctx: Pick<Context<"USER_NOT_FOUND">, "fail">): never =>
  ctx.fail(adminErrors.USER_NOT_FOUND, { status: 404 });

/** The administrator of the server vouches for the address, as at `createUser`. */
async function claimForOwner(ctx: TxContext, target: LockedUser, passwordHash: string | null): Promise<void> {
  await resolveDuplicateSignUp(ctx, target);
  await claimAccount(ctx, target, { passwordHash, reason: "taken over" });
  await forgetEarlier(ctx, target);
  if (!target.emailVerified) await markVerified(ctx, target);
}
