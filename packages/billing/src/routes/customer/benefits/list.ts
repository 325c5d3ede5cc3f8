import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../../endpoint.js";
import { grants } from "../../../mirror/entities.js";
import { ownerAsked } from "../../../mirror/owner-asked.js";
import { customerOf, listAnswer, pageOfRows } from "../../../mirror/read.js";
import { shownGrants } from "../../../mirror/shown.js";
import { list, ofOwner, pageQuery } from "../../../routes/schemas.js";

export const listBenefits = endpoint({
  route: "GET /customer/benefits/list",
  access: "session",
  doc: "The grants of benefits to the caller or to an organization, from the mirror, the newest first.",
  input: z.object({ ...pageQuery, ...ofOwner }),
  output: list,
  errors: ["BILLING_NOT_ALLOWED"],
  async handle({ input, session, ctx }) {
    const { page, limit, referenceId } = input;
    const customer = await customerOf(ctx, await ownerAsked(ctx, session, referenceId));
    if (!customer) return ok(listAnswer([], { totalCount: 0, limit }));
    const where = { customerId: customer.id };
    const { rows, totalCount } = await pageOfRows(ctx, { mirrored: grants, where, page, limit });
    return ok(listAnswer(await shownGrants(ctx, customer, rows), { totalCount, limit }));
  },
});
