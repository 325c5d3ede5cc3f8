import { type Context, type HookReader, hooksFor } from "@keyhold/core/plugin";

/** The hook by which billing asks what a member of an organization may do: the plugin `organization` answers. */
interface BillingHooks {
  readonly "organization.allows": (
    question: {
      readonly organizationId: string;
      readonly userId: string;
      readonly permissions: Readonly<Record<string, readonly string[]>>;
      /** The answer about a member if the statements of the app do not have the resource. */
      readonly otherwise: boolean;
    },
    ctx: Context,
  ) => Promise<boolean>;
}

/** The hooks of a name, in the order of the plugins. */
export const hooksAt: HookReader<BillingHooks> = hooksFor<BillingHooks>();
