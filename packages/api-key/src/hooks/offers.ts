import { type Context, type HookReader, hooksFor, type TxContext } from "@keyhold/core/plugin";

type AskedPermissions = Readonly<Record<string, readonly string[] | undefined>>;

/** The hooks by which keys ask about an organization: the plugin `organization` answers. */
interface OrganizationQuestions {
  readonly "organization.allows": (
    question: {
      readonly organizationId: string;
      readonly userId: string;
      readonly permissions: AskedPermissions;
      /** The permissions of the member if the statements of the app do not have the resource. */
      readonly otherwise: AskedPermissions;
    },
    ctx: Context,
  ) => Promise<boolean>;
  /** Whether an organization exists, under the lock of its row. */
  readonly "organization.exists": (organizationId: string, ctx: TxContext) => Promise<boolean>;
  /** The name of an organization; null if it does not exist. */
  readonly "organization.name": (organizationId: string, ctx: Context) => Promise<string | null>;
}

const hooksAt: HookReader<OrganizationQuestions> = hooksFor<OrganizationQuestions>();

/** What a member may do with the keys of an organization. */
export type KeyAction = "create" | "read" | "update" | "delete";

/** Without own statements for the resource, the members who may change the organization may do it. */
const otherwise = { organization: ["update"] };

/** Whether a user is a member of an organization with these permissions. */
export async function memberMay(
  ctx: Context,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  permissions: AskedPermissions,
): Promise<boolean> {
  for (const allows of hooksAt(ctx, "organization.allows"))
    if (await allows({ organizationId, userId, permissions, otherwise }, ctx)) return true;
  return false;
}

/** Locks an organization, so that its keys can be counted; false if it does not exist. */
export async function lockOrganization(ctx: TxContext, organizationId: string): Promise<boolean> {
  for (const exists of hooksAt(ctx, "organization.exists")) if (await exists(organizationId, ctx)) return true;
  return false;
}

/** Whether an id is of an organization. */
export async function isOrganization(ctx: Context, id: string): Promise<boolean> {
  for (const nameOf of hooksAt(ctx, "organization.name")) if ((await nameOf(id, ctx)) !== null) return true;
  return false;
}
