import type { Session, User, UserRow } from "@keyhold/core";
import {
  type AddedColumns,
  type Context,
  type Locked,
  storedRow,
  type TxContext,
  userModel,
} from "@keyhold/core/plugin";
import { requireLiveSession } from "@keyhold/core/session";
import { organizationErrors } from "../errors.js";
import { emit } from "../events.js";
import { hooksAt, type LockedOrganization, type OrganizationDraft } from "../hooks/offers.js";
import { addMember } from "../member/add.js";
import { showMember } from "../member/show.js";
import { type Member, memberModel, organizationModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { activate } from "../records/active.js";
import { limitFor } from "../records/limit.js";
import { type Metadata, writeMetadata } from "../records/metadata.js";
import { showOrganization, showWritten } from "../records/show.js";
import { failTakenSlug, requireSlug } from "../records/slug.js";
import type { CreatedOrganization } from "../routes/schemas.js";

/** Whether the app allows a user to create organizations. */
export const mayCreate = async (
  { allowUserToCreateOrganization: allow }: OrganizationOptions,
  user: User,
): Promise<boolean> => (typeof allow === "function" ? (await allow(user as UserRow)) === true : allow);

/** The requested organization. */
export interface AskedOrganization {
  readonly name: string;
  readonly slug: string;
  readonly logo: string | null;
  readonly metadata: Metadata | null;
  /** Columns of other plugins. */
  readonly columns: AddedColumns;
  /** The session of the caller; null: the app, through a server-side call. */
  readonly session: Session | null;
  /** Whether the organization becomes the active one of the session. */
  readonly isActivated: boolean;
}

/**
 * Creates an organization with a user as owner and first member; null if the user was deleted meanwhile.
 *
 * @throws AuthError VALIDATION_ERROR, YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS, ORGANIZATION_ALREADY_EXISTS
 */
export async function createFor(
  ctx: Context<
    | "ORGANIZATION_ALREADY_EXISTS"
    | "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS"
    | "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED"
    | "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION"
  >,
  options: OrganizationOptions,
  owner: User,
  { columns, metadata, session, isActivated, ...asked }: AskedOrganization,
): Promise<CreatedOrganization | null> {
  const { name, logo } = asked;
  const slug = requireSlug(ctx, asked.slug);
  const limit = await limitFor(options.organizationLimit, owner as UserRow);
  const draft = { ...columns, name, slug, logo, metadata: writeMetadata(metadata) };
  return ctx.transactionOn(userModel, owner.id, async (ctx, owner) => {
    if (session) await requireLiveSession(ctx, session);
    const actorId = session?.userId ?? null;
    const { organization, member } = await createOrganization(ctx, options, owner, { columns: draft, limit, actorId });
    if (session && isActivated) await activate(ctx, session, organization.id);
    return { ...showWritten(ctx, organization), members: [showMember(ctx, member)] };
  });
}

interface NewOrganization {
  readonly columns: AddedColumns & Pick<OrganizationDraft, "name" | "slug" | "logo" | "metadata">;
  /** The maximum number of organizations of the owner, including the new organization. */
  readonly limit: number;
  readonly actorId: string | null;
}

/**
 * Creates an organization with a locked user as owner and first member.
 *
 * @throws AuthError YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS, ORGANIZATION_ALREADY_EXISTS
 */
async function createOrganization(
  ctx: TxContext<
    | "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS"
    | "ORGANIZATION_ALREADY_EXISTS"
    | "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED"
    | "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION"
  >,
  options: OrganizationOptions,
  owner: Locked<typeof userModel>,
  { columns, limit, actorId }: NewOrganization,
): Promise<{ readonly organization: LockedOrganization; readonly member: Member }> {
  const memberships = Number.isFinite(limit) ? await ctx.db.count(memberModel, { userId: owner.id }) : 0;
  if (memberships >= limit) return ctx.fail(organizationErrors.YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS);

  let draft: OrganizationDraft = { ...columns, createdAt: ctx.now() };
  for (const hook of hooksAt(ctx, "organization.create")) draft = await hook(draft, ctx, { owner, actorId });
  const organization = await ctx.db.insert(organizationModel, storedRow(ctx, organizationModel, draft), {
    onConflict: (conflict) => failTakenSlug(ctx, conflict),
  });

  const member = await addMember(ctx, organization, {
    userId: owner.id,
    role: options.creatorRole,
    reason: "created",
    invitation: null,
    actorId,
    prepared: [],
    limit: Number.POSITIVE_INFINITY,
  });
  const shown = { organization: showOrganization(ctx, organization), member: showMember(ctx, member) };
  emit(ctx, { type: "organization.created", ...shown, actorId });
  return { organization, member };
}
