import type { Session } from "@keyhold/core";
import type { Context, PluginHooks } from "@keyhold/core/plugin";
import { requireEntitlement } from "../holding/judge-asked.js";
import { eraseOwner } from "../mirror/erase.js";
import { endAllByClock } from "../mirror/refresh-holding.js";
import type { MirrorSettings } from "../mirror/settings.js";
import type { BillingSettings } from "../options.js";
import { deleteOwner } from "../purchase/deletion.js";
import { isGuest } from "../purchase/guest.js";
import { eraseUsage, keepUsage } from "../usage/upkeep.js";

/** What the mirror does at the hooks of core and of other plugins. */
export const hooksOf = ({ catalogue }: Pick<MirrorSettings, "catalogue">, settings: BillingSettings): PluginHooks => ({
  "user.delete": async (user, ctx) => {
    const owner = { ownerKind: "user", ownerId: user.id } as const;
    // A guest cannot buy, and is deleted at the sign-in to an account.
    await (isGuest(user) ? eraseOwner(ctx, owner) : deleteOwner(ctx, settings, owner));
    if (settings.provider !== null) await eraseUsage(ctx, owner);
  },
  /** The plugin `organization` calls this hook. */
  "organization.delete": async (ctx: Parameters<typeof eraseOwner>[0], { organization }: Place) => {
    const owner = { ownerKind: "organization", ownerId: organization.id } as const;
    await deleteOwner(ctx, settings, owner);
    if (settings.provider !== null) await eraseUsage(ctx, owner);
  },
  "require.entitlement": async (entitlement: string, ctx: Context<"ENTITLEMENT_REQUIRED">, session: Session | null) => {
    await requireEntitlement(ctx, catalogue, { entitlement, session });
  },
  sweep: async (ctx) => {
    await endAllByClock(ctx, catalogue);
    if (settings.provider !== null) await keepUsage(ctx, settings);
  },
});

type Place = { readonly organization: { readonly id: string } };
