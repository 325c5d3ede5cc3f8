import { ok } from "@keyhold/core";
import * as z from "@keyhold/core/schema";
import { user } from "@keyhold/core/shapes";
import { refuseUnable } from "../deeds.js";
import { endpoint } from "../endpoint.js";
import { actOf, tell } from "../events.js";
import { managedUserModel, showUser } from "../models.js";
import { userId } from "../shapes.js";

export const getUser = endpoint({
  wire: "GET /admin/get-user",
  access: "session",
  isPersonal: true,
  doc: "One user.",
  input: z.object({ id: userId }),
  output: z.object({ user }),
  errors: ["YOU_ARE_NOT_ALLOWED_TO_GET_USER", "USER_NOT_FOUND"],
  async handle({ input, session, caller, ctx, fail }, settings) {
    refuseUnable(ctx, settings, { user: session.user, deed: "get user" });
    const found = await ctx.db.find(managedUserModel, { id: input.id });
    if (!found) return fail("USER_NOT_FOUND", { status: 404 });
    const shown = showUser(ctx, found);
    tell(ctx, { type: "admin.user-viewed", ...actOf(session, caller), target: shown });
    return ok({ user: shown });
  },
});
