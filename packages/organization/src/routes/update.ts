import { picture } from "@keyhold/core/entity-schemas";
import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { isAllowed, membershipOf } from "../member/membership.js";
import { organizationModel } from "../models.js";
import { changeOrganization } from "../organization/change.js";
import { onOrganization } from "../organization/on-organization.js";
import { chosenOrganizationId } from "../records/active.js";
import { writeMetadata } from "../records/metadata.js";
import { showWritten } from "../records/show.js";
import { requireSlug } from "../records/slug.js";
import { id, metadata, name, slug, writtenOrganization } from "./schemas.js";

export const update = endpoint({
  route: "POST /organization/update",
  access: "session",
  doc: "Changes the name, slug, logo, metadata and plugin columns of an organization. Null clears the logo and metadata; an omitted field keeps its value.",
  input: z.object({
    organizationId: id.optional(),
    data: z.object({
      name: name.optional(),
      slug: slug.optional(),
      logo: picture.nullable().optional(),
      metadata: metadata.nullable().optional(),
    }),
  }),
  takesColumns: { of: organizationModel, under: "data", canClear: true },
  output: writtenOrganization,
  errors: [
    "ORGANIZATION_NOT_FOUND",
    "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
    "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION",
    "ORGANIZATION_ALREADY_EXISTS",
  ],
  async handle({ input, columns, session, ctx }, options) {
    const id = chosenOrganizationId(input, session);
    if (id === null) return ctx.fail(organizationErrors.ORGANIZATION_NOT_FOUND);
    const { name, slug, logo, metadata } = input.data;
    const given = {
      ...columns,
      ...(name !== undefined && { name }),
      ...(logo !== undefined && { logo }),
      ...(metadata !== undefined && { metadata: writeMetadata(metadata) }),
    };

    const { userId } = session;
    const updated = await onOrganization(ctx, { session, organizationId: id }, async (ctx, organization) => {
      const me = await membershipOf(ctx, options, { organizationId: organization.id, userId });
      if (!me) return null;
      if (!isAllowed(me, { organization: ["update"] }))
        return ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION);
      // The present slug is kept as it is: an earlier system may have had other rules.
      const isNewSlug = slug !== undefined && slug !== organization.slug;
      const change = { ...given, ...(isNewSlug && { slug: requireSlug(ctx, slug, "data.slug") }) };
      return showWritten(ctx, await changeOrganization(ctx, change, { organization, actorId: userId }));
    });
    return updated
      ? ok(updated)
      : ctx.fail(organizationErrors.USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION, { status: 400 });
  },
});
