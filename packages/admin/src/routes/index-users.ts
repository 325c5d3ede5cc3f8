import { pagesOf } from "@keyhold/core/internal";
import { ok } from "@keyhold/core/plugin";
import * as z from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { indexAll, isOutdated } from "../index-names.js";
import { managedUserModel } from "../models.js";

/** Nobody waits long for a user who is among them. */
const pageLength = 100;

export const indexUsers = endpoint({
  route: "POST /admin/index-users",
  access: "public",
  doc: "Writes what list-users finds people by, for rows that others wrote: once after the plugin came to an app with users, and after names or roles were changed by SQL.",
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
