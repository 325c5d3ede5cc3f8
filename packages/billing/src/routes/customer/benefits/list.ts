import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../../endpoint.js";
import { grants } from "../../../mirror/entities.js";
import { listOfOwner } from "../../../mirror/list-of-owner.js";
import { shownGrants } from "../../../mirror/shown.js";
import { list, ofOwner, pageQuery } from "../../../routes/schemas.js";

export const listBenefits = endpoint({
  route: "GET /customer/benefits/list",
  access: "session",
  doc: "The grants of benefits to the caller or to an organization, from the mirror, the newest first.",
  input: z.object({ ...pageQuery, ...ofOwner }),
  output: list,
  errors: ["BILLING_NOT_ALLOWED"],
  handle: async ({ input, session, ctx }) =>
    ok(await listOfOwner(ctx, session, input, { mirrored: grants, show: shownGrants })),
});
