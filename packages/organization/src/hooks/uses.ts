import type { Context, PluginHooks, TxContext } from "@keyhold/core/plugin";
import { allows, type PermissionQuestion } from "../member/allows.js";
import { organizationsOf } from "../member/organizations-of.js";
import { prepareUserDeletion } from "../member/user-deletion.js";
import { organizationModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { firstJoined, keepActive } from "../records/active.js";

/** What this plugin does at the hooks of core and of other plugins. */
export const hooksOf = (options: OrganizationOptions): PluginHooks => ({
  "organization.options": () => options,
  "organization.allows": (question: PermissionQuestion, ctx: Context) => allows(ctx, options, question),
  "organization.exists": async (id: string, { db }: TxContext) => (await db.lock(organizationModel, id)) !== null,
  "organization.of-user": organizationsOf,
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
  "session.create": async (signIn, ctx) =>
    (await keepActive(signIn, ctx)) ?? (options.activeOrganizationOnSignIn ? firstJoined(signIn, ctx) : undefined),
});
