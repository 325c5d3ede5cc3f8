import { type Context, type HookReader, hooksFor, type TxContext } from "@keyhold/core/plugin";

/** The hooks by which billing asks about an organization: the plugin `organization` answers. */
interface BillingHooks {
  readonly "organization.allows": (
    question: {
      readonly organizationId: string;
      readonly userId: string;
      readonly permissions: Readonly<Record<string, readonly string[]>>;
      /**
       * The answer about a member if the statements of the app do not have the resource; or permissions that the member
       * must have then.
       */
      readonly otherwise: boolean | Readonly<Record<string, readonly string[]>>;
    },
    ctx: Context,
  ) => Promise<boolean>;
  /** Whether an organization exists, under the lock of its row. */
  readonly "organization.exists": (organizationId: string, ctx: TxContext) => Promise<boolean>;
  /** The ids of the organizations in which a user is a member. */
  readonly "organization.of-user": (userId: string, ctx: Context) => Promise<readonly string[]>;
  /** The name of an organization; null if it does not exist. */
  readonly "organization.name": (organizationId: string, ctx: Context | TxContext) => Promise<string | null>;
}

/** The hooks of a name, in the order of the plugins. */
export const hooksAt: HookReader<BillingHooks> = hooksFor<BillingHooks>();
