import type { Session } from "@keyhold/core";
import type { Context, HookContext, PluginHooks } from "@keyhold/core/plugin";
import { requireEntitlement } from "../holding/judge-asked.js";
import { eraseOwner } from "../mirror/erase.js";
import { endAllByClock } from "../mirror/refresh-holding.js";
import type { MirrorSettings } from "../mirror/settings.js";
import type { BillingSettings } from "../options.js";
import { deleteOwner } from "../purchase/deletion.js";
import { isGuest } from "../purchase/guest.js";
import { forgetSeats, freeSeatsOf, seatHooks } from "../seats/hooks.js";

/** What the mirror does at the hooks of core and of other plugins. */
export const hooksOf = ({ catalogue }: Pick<MirrorSettings, "catalogue">, settings: BillingSettings): PluginHooks => ({
  ...seatHooks(settings),
  "user.delete": async (user, ctx) => {
    await freeSeatsOf(ctx, settings, user);
    const owner = { ownerKind: "user", ownerId: user.id } as const;
    // A guest cannot buy, and is deleted at the sign-in to an account.
    return isGuest(user) ? eraseOwner(ctx, owner) : deleteOwner(ctx, settings, owner);
  },
  /** The plugin `organization` calls this hook. */
  "organization.delete": async (ctx: HookContext, { organization: { id } }: Place) => {
    await forgetSeats(ctx, settings, id);
    await deleteOwner(ctx, settings, { ownerKind: "organization", ownerId: id });
  },
  "require.entitlement": async (entitlement: string, ctx: Context<"ENTITLEMENT_REQUIRED">, session: Session | null) => {
    await requireEntitlement(ctx, catalogue, { entitlement, session });
  },
  sweep: (ctx) => endAllByClock(ctx, catalogue),
});

type Place = { readonly organization: { readonly id: string } };
