import { name, picture, user } from "@keyhold/core/entity-schemas";
import { createCredential, hashNewPassword } from "@keyhold/core/passwords";
import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { createUser as create, parseEmail } from "@keyhold/core/users";
import { actAlone } from "../authority/act.js";
import { requirePermission } from "../authority/actions.js";
import { checkExcess, requireStoredRoles } from "../authority/roles.js";
import { endpoint } from "../endpoint.js";
import { adminErrors } from "../errors.js";
import { actOf, emit } from "../events.js";
import { showUser } from "../models.js";
import { role } from "../schemas.js";
import { readData } from "../user/user-data.js";

export const createUser = endpoint({
  route: "POST /admin/create-user",
  access: "fresh",
  doc: "Creates a user, optionally with a password and a role; `data` takes more columns.",
  input: z.object({
    email: z.string(),
    name,
    password: z.string().optional(),
    role: role.optional(),
    data: z.looseObject({ image: picture.nullable().optional(), emailVerified: z.boolean().optional() }).default({}),
  }),
  output: z.object({ user }),
  errors: [
    "YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS",
    "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE",
    "YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS",
    "ROLE_NOT_FOUND",
    "INVALID_EMAIL",
    "USER_ALREADY_EXISTS",
    "PASSWORD_TOO_SHORT",
    "PASSWORD_TOO_LONG",
    "PASSWORD_TOO_COMMON",
    "PASSWORD_COMPROMISED",
  ],
  hashes: true,
  async handle({ input, session, caller, ctx }, settings) {
    // Before a password is hashed, and before an answer shows that an email address is taken.
    requirePermission(ctx, settings, { user: session.user, action: "create user" });
    const { password } = input;
    const { image = null, emailVerified = false, ...data } = input.data;
    const email = parseEmail(input.email);
    if (!email) return ctx.fail(adminErrors.INVALID_EMAIL);
    const roles = input.role === undefined ? null : requireStoredRoles(ctx, settings, input.role);
    const person = { ...readData(ctx, data, { canClear: false }), name: input.name, email };
    const hash = password === undefined ? null : await hashNewPassword(ctx, { password, person, caller });

    return actAlone(ctx, { settings, session, action: "create user" }, async (ctx, actor) => {
      if (roles !== null) {
        requirePermission(ctx, settings, { user: actor, action: "set role" });
        checkExcess(ctx, settings, { giver: actor, roles });
      }
      const now = ctx.now();
      const given = { ...person, image, emailVerified, role: roles, createdAt: now, updatedAt: now };
      const created = await create(ctx, given, { caller: null });
      if (hash !== null) await createCredential(ctx, created, hash);
      const shown = showUser(ctx, created);
      emit(ctx, { type: "admin.user-created", ...actOf(session, caller), target: shown });
      return ok({ user: shown });
    });
  },
});
