import type { Session } from "@keyhold/core";
import type { Context, PluginHooks } from "@keyhold/core/plugin";
import { requireEntitlement } from "../holding/judge-asked.js";
import { eraseOwner } from "../mirror/erase.js";
import { endAllByClock } from "../mirror/refresh-holding.js";
import type { MirrorSettings } from "../mirror/settings.js";
import type { BillingSettings } from "../options.js";
import { deleteOwner } from "../purchase/deletion.js";
import { noteOwner } from "../purchase/follow-owner.js";
import { isGuest } from "../purchase/guest.js";

/** What the mirror does at the hooks of core and of other plugins. */
export const hooksOf = ({ catalogue }: Pick<MirrorSettings, "catalogue">, settings: BillingSettings): PluginHooks => ({
  "user.delete": (user, ctx) => {
    const owner = { ownerKind: "user", ownerId: user.id } as const;
    // A guest cannot buy, and is deleted at the sign-in to an account.
    return isGuest(user) ? eraseOwner(ctx, owner) : deleteOwner(ctx, settings, owner);
  },
  /** The plugin `organization` calls this hook. */
  "organization.delete": (ctx: Parameters<typeof eraseOwner>[0], { organization }: Place) =>
    deleteOwner(ctx, settings, { ownerKind: "organization", ownerId: organization.id }),
  "require.entitlement": async (entitlement: string, ctx: Context<"ENTITLEMENT_REQUIRED">, session: Session | null) => {
    await requireEntitlement(ctx, catalogue, { entitlement, session });
  },
  ...(settings.provider !== null && {
    "event.emit": (event, ctx) => noteOwner(ctx, settings, event as Parameters<typeof noteOwner>[2]),
  }),
  sweep: (ctx) => endAllByClock(ctx, catalogue),
});

type Place = { readonly organization: { readonly id: string } };
