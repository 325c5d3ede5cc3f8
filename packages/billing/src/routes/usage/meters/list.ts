import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../../endpoint.js";
import { balances } from "../../../mirror/entities.js";
import { listOfOwner } from "../../../mirror/list-of-owner.js";
import { list, ofOwner, pageQuery } from "../../../routes/schemas.js";
import { shownKnownBalances } from "../../../usage/shown.js";

export const listMeters = endpoint({
  route: "GET /usage/meters/list",
  access: "session",
  doc: "The balances of the caller or of an organization on meters, from the mirror.",
  input: z.object({ ...pageQuery, ...ofOwner }),
  output: list,
  errors: ["BILLING_NOT_ALLOWED"],
  handle: async ({ input, session, ctx }, settings) =>
    ok(
      await listOfOwner(ctx, session, input, {
        mirrored: balances,
        show: (_, customer, rows) => shownKnownBalances(ctx, settings, customer, rows),
      }),
    ),
});
