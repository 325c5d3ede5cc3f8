import { type Context, type HookContext, type HookReader, hooksFor, type TxContext } from "@keyhold/core/plugin";

/** A user in an organization. */
export interface Place {
  readonly organizationId: string;
  readonly userId: string;
}

/** What a member may now, of the resources that the organization knows. */
export interface MemberPermissions {
  readonly permissions: AskedPermissions;
  /** The actions that roles of organizations give, by resource. */
  readonly statements: Readonly<Record<string, readonly string[]>>;
}

type Members = readonly { readonly userId: string; readonly role: string }[];

type AskedPermissions = Readonly<Record<string, readonly string[] | undefined>>;

/** A key that is about to be made. */
export interface NewApiKey {
  /** The owner; null: the key is of the organization. */
  readonly userId: string | null;
  readonly organizationId: string | null;
}

/** The hooks of keys. */
export interface ApiKeyHooks {
  /**
   * Called before a key is made, inside the transaction; fails if the key may not be made. `actorId`: the user who makes
   * the key; null: the app, through a server-side call.
   */
  readonly "api-key.create": (
    key: NewApiKey,
    ctx: HookContext,
    call: { readonly actorId: string | null },
  ) => void | Promise<void>;
}

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
    ctx: Context | TxContext,
  ) => Promise<boolean>;
  /** What a member may now; null if the user is no member or the organization does not exist. */
  readonly "organization.permissions": (of: Place, ctx: Context | TxContext) => Promise<MemberPermissions | null>;
  /** The members of an organization, in pages. */
  readonly "organization.members": (of: { readonly organizationId: string }, ctx: Context) => AsyncIterable<Members>;
  /** Whether an organization exists, under the lock of its row. */
  readonly "organization.exists": (organizationId: string, ctx: TxContext) => Promise<boolean>;
  /** The name of an organization; null if it does not exist. */
  readonly "organization.name": (organizationId: string, ctx: Context) => Promise<string | null>;
}

const hooksAt: HookReader<OrganizationQuestions> = hooksFor<OrganizationQuestions>();

const ownHooksAt: HookReader<ApiKeyHooks> = hooksFor<ApiKeyHooks>();

/** Fails if a hook does not let this key be made. */
export async function checkNewKey(ctx: TxContext, key: NewApiKey, actorId: string | null): Promise<void> {
  for (const hook of ownHooksAt(ctx, "api-key.create")) await hook(key, ctx, { actorId });
}

/** What a member may do with the keys of an organization. */
export type KeyAction = "create" | "read" | "update" | "delete";

/** Without own statements for the resource, the members who may change the organization may do it. */
const otherwise = { organization: ["update"] };

/** Whether a user is a member of an organization with these permissions. */
export async function memberMay(
  ctx: Context | TxContext,
  { organizationId, userId }: Place,
  permissions: AskedPermissions,
): Promise<boolean> {
  for (const allows of hooksAt(ctx, "organization.allows"))
    if (await allows({ organizationId, userId, permissions, otherwise }, ctx)) return true;
  return false;
}

/** What a member of an organization may now; null if the user is no member. */
export async function memberPermissions(ctx: Context | TxContext, of: Place): Promise<MemberPermissions | null> {
  for (const permissionsOf of hooksAt(ctx, "organization.permissions")) {
    const found = await permissionsOf(of, ctx);
    if (found) return found;
  }
  return null;
}

/** The members of an organization, in pages. */
export async function* membersOf(ctx: Context, organizationId: string): AsyncIterable<Members> {
  for (const list of hooksAt(ctx, "organization.members")) yield* list({ organizationId }, ctx);
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

/** The names of the hooks that an app may have, too. */
export const hookNames: Readonly<Record<keyof ApiKeyHooks, true>> = {
  "api-key.create": true,
};
