import { can } from "@keyhold/access";
import { ok } from "@keyhold/core";
import { z } from "zod";
import { permissionsFor } from "../authority.js";
import { isBanned } from "../banned.js";
import { endpoint } from "../endpoint.js";
import { managedUserModel } from "../models.js";
import { permissions, userId } from "../shapes.js";

export const userHasPermission = endpoint({
  wire: "POST /admin/user-has-permission",
  access: "public",
  doc: "Whether a user may do all of it, for the app's own code. Of the banned, of nobody, and of nothing it says no.",
  input: z.object({ userId, permissions }),
  output: z.object({ success: z.boolean() }),
  isServerOnly: true,
  async handle({ input, ctx }, settings) {
    const user = await ctx.db.find(managedUserModel, { id: input.userId });
    if (!user || isBanned(user, ctx.now())) return ok({ success: false });
    return ok({ success: can({ own: permissionsFor(settings, user) }, "own", input.permissions) });
  },
});
