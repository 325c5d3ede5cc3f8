import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { asksPermissions } from "../authority/asks-permissions.js";
import { permissionsFor } from "../authority/authority.js";
import { isBanned } from "../authority/banned.js";
import { endpoint } from "../endpoint.js";
import { managedUserModel } from "../models.js";
import { areGranted, namesPermissions, noPermissionsNamed, userId, wantedPermissions } from "../schemas.js";

export const userHasPermission = asksPermissions(
  endpoint({
    route: "POST /admin/user-has-permission",
    access: "public",
    doc: "Checks whether a user has all of the given permissions, for the app's own code. False for a banned or unknown user, and if no permission is given.",
    input: z.object({ userId, ...wantedPermissions }).refine(namesPermissions, noPermissionsNamed),
    output: z.object({ success: z.boolean() }),
    isServerOnly: true,
    async handle({ input, ctx }, settings) {
      const user = await ctx.db.find(managedUserModel, { id: input.userId });
      if (!user || isBanned(user, ctx.now())) return ok({ success: false });
      return ok({ success: areGranted(permissionsFor(settings, user), input) });
    },
  }),
);
