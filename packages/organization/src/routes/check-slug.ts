import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { organizationModel } from "../models.js";
import { requireSlug } from "../records/slug.js";
import { slug } from "./schemas.js";

export const checkSlug = endpoint({
  route: "POST /organization/check-slug",
  access: "session",
  doc: "Checks whether a slug is free now. Fails if it is taken. It reserves no slug.",
  input: z.object({ slug }),
  output: z.object({ status: z.boolean() }),
  errors: ["SLUG_IS_TAKEN"],
  async handle({ input, ctx }) {
    const slug = requireSlug(ctx, input.slug);
    return (await ctx.db.exists(organizationModel, { slug }))
      ? ctx.fail(organizationErrors.SLUG_IS_TAKEN)
      : ok({ status: true });
  },
});
