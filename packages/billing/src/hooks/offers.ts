import { type Context, type HookContext, type HookReader, hooksFor, type TxContext } from "@keyhold/core/plugin";
import type { SeatHolder } from "../seats/settings.js";

/** The written subscriptions of a customer, and the customer's owner. */
export interface WrittenSubscriptions {
  readonly ownerKind: string | null;
  readonly ownerId: string | null;
  readonly rows: readonly object[];
}

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
  /** The members of an organization, or the memberships of a user, page by page. */
  readonly "organization.members": (
    of: { readonly organizationId: string } | { readonly userId: string },
    ctx: Context | HookContext,
  ) => AsyncIterable<readonly SeatHolder[]>;
  readonly "organization.member-count": (organizationId: string, ctx: Context | HookContext) => Promise<number>;
  /** Billing itself: the mirror has written a subscription of an owner, in this transaction. */
  readonly "billing.subscription-written": (written: WrittenSubscriptions, ctx: TxContext) => Promise<void>;
  /** The name of an organization; null if it does not exist. */
  readonly "organization.name": (organizationId: string, ctx: Context | TxContext) => Promise<string | null>;
}

/** The hooks of a name, in the order of the plugins. */
export const hooksAt: HookReader<BillingHooks> = hooksFor<BillingHooks>();
