import { type Context, type PluginHooks, pagesOf, type TxContext } from "@keyhold/core/plugin";
import { cancelInvitationsOf } from "../invitation/cancel-later.js";
import { allows, type PermissionQuestion } from "../member/allows.js";
import { type MembershipOf, membershipOf } from "../member/membership.js";
import { prepareUserDeletion } from "../member/user-deletion.js";
import { memberModel, organizationModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { firstJoined, keepActive } from "../records/active.js";

/** What this plugin does at the hooks of core and of other plugins. */
export const hooksOf = (options: OrganizationOptions): PluginHooks => ({
  "organization.options": () => options,
  "organization.allows": (question: PermissionQuestion, ctx: Context | TxContext) => allows(ctx, options, question),
  "organization.permissions": async (of: MembershipOf, ctx: Context | TxContext) => {
    const member = await membershipOf(ctx, options, of);
    return member && { permissions: member.permissions, statements: options.statements };
  },
  "organization.exists": async (id: string, { db }: TxContext) => (await db.lock(organizationModel, id)) !== null,
  "organization.members": (of: MembersOf, { db }: Context) => pagesOf(db, memberModel, of),
  "organization.member-count": (organizationId: string, { db }: Context) => db.count(memberModel, { organizationId }),
  "organization.name": async (id: string, { db }: Context | TxContext) =>
    (await db.find(organizationModel, { id }))?.name ?? null,
  "public-options": () => ({
    organization: {
      creation: options.allowUserToCreateOrganization !== false,
      deletion: !options.disableOrganizationDeletion,
      creatorRole: options.creatorRole,
    },
  }),
  "user.delete": (user, ctx) => prepareUserDeletion(ctx, options, user),
  "account.claim": (user, ctx) => cancelInvitationsOf(ctx, user),
  "email.undo": ({ user, since }, ctx) => cancelInvitationsOf(ctx, user, since),
  // The app may allow invitations of guests. Another client may have made the guest.
  "sign-in.way-added": (user, ctx) =>
    Reflect.get(user, "isAnonymous") === true ? cancelInvitationsOf(ctx, user) : undefined,
  "session.create": async (signIn, ctx) =>
    (await keepActive(signIn, ctx)) ?? (options.activeOrganizationOnSignIn ? firstJoined(signIn, ctx) : undefined),
});

/** The memberships that another plugin reads. */
type MembersOf = { readonly organizationId: string } | { readonly userId: string };
