import { can, everything, type Permissions, without } from "@keyhold/access";
import type { Session } from "@keyhold/core";
import { actorOf } from "@keyhold/core/internal";
import { type Context, ok } from "@keyhold/core/plugin";
import * as z from "@keyhold/core/schema";
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
  doc: "Whether the caller may do all of it, by the roles in their row; to ask for nothing is answered with no.",
  input: z.object({ permissions }),
  output: z.object({ success: z.boolean() }),
  handle({ input, session, ctx }, settings) {
    return ok({ success: can({ own: grantedTo(ctx, settings, session) }, "own", input.permissions) });
  },
});

/** Whoever acts in somebody's place looks after nobody by it. */
function grantedTo(ctx: Context, settings: AdminSettings, session: Session): Permissions {
  const user: Session["user"] & Partial<AdminUser> = session.user;
  if (isBanned(user, ctx.now())) return {};
  const granted = permissionsFor(settings, user);
  return actorOf(ctx, session) === null ? granted : without(granted, everything(adminStatements));
}
