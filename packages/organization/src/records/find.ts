import type { Session } from "@keyhold/core";
import { type Context, isIn } from "@keyhold/core/plugin";
import { type Member, memberModel, type Organization, organizationModel } from "../models.js";
import { activeOrganizationId } from "./active.js";
import { normaliseSlug } from "./slug.js";

/** The id or the slug of an organization. Default: the active organization. */
export interface OrganizationName {
  readonly organizationId?: string | undefined;
  readonly organizationSlug?: string | undefined;
}

/** An organization and the caller's membership. */
export interface OwnOrganization {
  readonly organization: Organization;
  readonly member: Member;
}

/**
 * Finds the organization of a call if the caller is a member; with a known id, by a single statement. "foreign": the
 * caller is not a member, or the organization does not exist. `"none"`: the call has no id or slug and no organization
 * is active; an organization that the caller has left does not count as active.
 */
export async function findOwn(
  ctx: Context,
  session: Session,
  name: OrganizationName,
): Promise<OwnOrganization | "none" | "foreign"> {
  const isNamed = name.organizationId !== undefined || name.organizationSlug !== undefined;
  const id = isNamed ? await namedId(ctx, name) : activeOrganizationId(session);
  const where = id !== null && { organizationId: id, userId: session.userId };
  const found = where && (await ctx.db.find(memberModel, where, { with: organizationModel }));
  if (!found) return isNamed ? "foreign" : "none";
  const { organization, ...member } = found;
  return { organization, member };
}

/** The id given in the call, or the id for its slug. */
async function namedId(ctx: Context, { organizationId, organizationSlug }: OrganizationName): Promise<string | null> {
  if (organizationId !== undefined || organizationSlug === undefined) return organizationId ?? null;
  // Rows of the previous library may have slugs in another form.
  const spellings = [organizationSlug, normaliseSlug(organizationSlug) ?? organizationSlug];
  const named = await ctx.db.list(organizationModel, { slug: isIn(spellings) }, { orderBy: "id", limit: 2 });
  const found = named.find(({ slug }) => slug === organizationSlug) ?? named[0];
  return found?.id ?? null;
}
