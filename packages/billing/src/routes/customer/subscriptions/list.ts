import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../../endpoint.js";
import { subscriptions } from "../../../mirror/entities.js";
import { listOfOwner } from "../../../mirror/list-of-owner.js";
import { shownSubscriptions } from "../../../mirror/shown.js";
import { list, ofOwner, pageQuery } from "../../../routes/schemas.js";

export const listSubscriptions = endpoint({
  route: "GET /customer/subscriptions/list",
  access: "session",
  doc: "The subscriptions of the caller or of an organization, from the mirror, the newest first.",
  input: z.object({ ...pageQuery, ...ofOwner, active: z.enum(["true", "false"]).optional() }),
  output: list,
  errors: ["BILLING_NOT_ALLOWED"],
  async handle({ input, session, ctx }) {
    const where = { ...(input.active !== undefined && { isActive: input.active === "true" }) };
    return ok(await listOfOwner(ctx, session, input, { mirrored: subscriptions, where, show: shownSubscriptions }));
  },
});
