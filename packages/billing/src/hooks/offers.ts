import { type Context, type HookReader, hooksFor } from "@keyhold/core/plugin";

/** The hook of the plugin `organization` that says what a member may do. */
interface AskedHooks {
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

/** The hooks of other plugins that billing asks. */
export const hooksAt: HookReader<AskedHooks> = hooksFor<AskedHooks>();
