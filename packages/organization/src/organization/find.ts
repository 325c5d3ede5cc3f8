import type { Session } from "@keyhold/core";
import { type Context, isIn } from "@keyhold/core/plugin";
import { type Member, memberModel, type Organization, organizationModel } from "../models.js";
import { activeOrganizationId } from "./active.js";
import { normaliseSlug } from "./slug.js";

/** What names an organization in a call: its id or its slug; neither: the active one. */
export interface OrganizationName {
  readonly organizationId?: string | undefined;
  readonly organizationSlug?: string | undefined;
}

/** An organization as one of its members finds it. */
export interface OwnOrganization {
  readonly organization: Organization;
  readonly member: Member;
}

/**
 * The organization that a call names, if the caller is a member of it: by one statement where its id is known. "foreign": of one
 * that is not there, too. "none": it names none, and none is active; one that the caller has left counts as none.
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

/** The id in a call, or that of the organization with its slug. */
async function namedId(ctx: Context, { organizationId, organizationSlug }: OrganizationName): Promise<string | null> {
  if (organizationId !== undefined || organizationSlug === undefined) return organizationId ?? null;
  // Rows of the library that was here before may have slugs in other forms than ours.
  const spellings = [organizationSlug, normaliseSlug(organizationSlug) ?? organizationSlug];
  const named = await ctx.db.list(organizationModel, { slug: isIn(spellings) }, { orderBy: "id", limit: 2 });
  const found = named.find(({ slug }) => slug === organizationSlug) ?? named[0];
  return found?.id ?? null;
}
