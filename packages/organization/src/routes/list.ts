import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { memberModel, organizationModel } from "../models.js";
import { showOrganization } from "../records/show.js";
import { organization } from "./schemas.js";

const maxListed = 1000;

export const list = endpoint({
  route: "GET /organization/list",
  access: "session",
  doc: "Lists the caller's organizations in the order of joining.",
  input: z.object({}),
  output: z.array(organization),
  async handle({ session, ctx }) {
    const memberships = await ctx.db.list(
      memberModel,
      { userId: session.userId },
      { orderBy: "createdAt", limit: maxListed, with: organizationModel, columns: [] },
    );
    return ok(memberships.map(({ organization }) => showOrganization(ctx, organization)));
  },
});
