import { everything, type Permissions, without } from "@keyhold/access";
import type { Session } from "@keyhold/core";
import { type Context, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { actorOf } from "@keyhold/core/session";
import { asksPermissions } from "../authority/asks-permissions.js";
import { permissionsFor } from "../authority/authority.js";
import { isBanned } from "../authority/banned.js";
import { endpoint } from "../endpoint.js";
import type { AdminUser } from "../models.js";
import type { AdminSettings } from "../options.js";
import { adminStatements } from "../permissions.js";
import { areGranted, namesPermissions, noPermissionsNamed, wantedPermissions } from "../schemas.js";

export const hasPermission = asksPermissions(
  endpoint({
    route: "POST /admin/has-permission",
    access: "session",
    doc: "Checks whether the caller has all of the given permissions, by their current roles. False if no permission is given.",
    input: z.object(wantedPermissions).refine(namesPermissions, noPermissionsNamed),
    output: z.object({ success: z.boolean() }),
    handle({ input, session, ctx }, settings) {
      return ok({ success: areGranted(grantedTo(ctx, settings, session), input) });
    },
  }),
);

/** An impersonating administrator has no permission of `adminStatements`. */
function grantedTo(ctx: Context, settings: AdminSettings, session: Session): Permissions {
  const user: Session["user"] & Partial<AdminUser> = session.user;
  if (isBanned(user, ctx.now())) return {};
  const granted = permissionsFor(settings, user);
  return actorOf(ctx, session) === null ? granted : without(granted, everything(adminStatements));
}
