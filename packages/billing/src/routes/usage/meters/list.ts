import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../../endpoint.js";
import { balances } from "../../../mirror/entities.js";
import { ownerAsked } from "../../../mirror/owner-asked.js";
import { customerOf, listAnswer, pageOfRows } from "../../../mirror/read.js";
import { shownBalances } from "../../../mirror/shown.js";
import { list, ofOwner, pageQuery } from "../../../routes/schemas.js";

export const listMeters = endpoint({
  route: "GET /usage/meters/list",
  access: "session",
  doc: "The balances of the caller or of an organization on meters, from the mirror.",
  input: z.object({ ...pageQuery, ...ofOwner }),
  output: list,
  errors: ["BILLING_NOT_ALLOWED"],
  async handle({ input, session, ctx }) {
    const { page, limit, referenceId } = input;
    const customer = await customerOf(ctx, await ownerAsked(ctx, session, referenceId));
    if (!customer) return ok(listAnswer([], { totalCount: 0, limit }));
    const where = { customerId: customer.id };
    const { rows, totalCount } = await pageOfRows(ctx, { mirrored: balances, where, page, limit });
    return ok(listAnswer(await shownBalances(customer, rows), { totalCount, limit }));
  },
});
