import { can, everything, type Permissions, without } from "@keyhold/access";
import type { Session } from "@keyhold/core";
import { actorOf } from "@keyhold/core/internal";
import { type Context, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { permissionsFor } from "../authority.js";
import { isBanned } from "../banned.js";
import { endpoint } from "../endpoint.js";
import type { AdminUser } from "../models.js";
import type { AdminSettings } from "../options.js";
import { adminStatements } from "../permissions.js";
import { permissions } from "../schemas.js";

export const hasPermission = endpoint({
  route: "POST /admin/has-permission",
  access: "session",
  doc: "Checks whether the caller has all of the given permissions, by their current roles. False if no permission is given.",
  input: z.object({ permissions }),
  output: z.object({ success: z.boolean() }),
  handle({ input, session, ctx }, settings) {
    return ok({ success: can({ own: grantedTo(ctx, settings, session) }, "own", input.permissions) });
  },
});

/** An impersonating administrator has no permission of `adminStatements`. */
function grantedTo(ctx: Context, settings: AdminSettings, session: Session): Permissions {
  const user: Session["user"] & Partial<AdminUser> = session.user;
  if (isBanned(user, ctx.now())) return {};
  const granted = permissionsFor(settings, user);
  return actorOf(ctx, session) === null ? granted : without(granted, everything(adminStatements));
}
