import { ok, pagesOf } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { managedUserModel } from "../models.js";
import { indexAll, isOutdated } from "../user/index-names.js";

/** Small pages: each page locks rows only for a short time. */
const pageLength = 100;

export const indexUsers = endpoint({
  route: "POST /admin/index-users",
  access: "public",
  doc: "Fills the search columns of list-users for rows written by other software. Run it once after adding the plugin to an app with users, and after changing names or roles by SQL.",
  input: z.object({}),
  output: z.object({ changed: z.number() }),
  isServerOnly: true,
  async handle({ ctx }, settings) {
    let changed = 0;
    for await (const users of pagesOf(ctx.db, managedUserModel, {}, { pageLength })) {
      const outdated = users.filter((user) => isOutdated(settings, user)).map(({ id }) => id);
      if (outdated.length > 0) changed += await indexAll(ctx, settings, outdated);
    }
    return ok({ changed });
  },
});
