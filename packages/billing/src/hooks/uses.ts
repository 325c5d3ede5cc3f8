import type { Session } from "@keyhold/core";
import type { Context, HookContext, PluginHooks, TxContext } from "@keyhold/core/plugin";
import { requireEntitlement } from "../holding/judge-asked.js";
import { eraseOwner } from "../mirror/erase.js";
import { endAllByClock } from "../mirror/refresh-holding.js";
import type { MirrorSettings } from "../mirror/settings.js";
import type { BillingSettings } from "../options.js";
import { deleteOwner } from "../purchase/deletion.js";
import { noteOwner } from "../purchase/follow-owner.js";
import { isGuest } from "../purchase/guest.js";
import { forgetSeats, freeSeatsOf, seatHooks, seatsOfWritten } from "../seats/membership.js";
import { tellEndingTrials } from "../trials/ending.js";
import { forgetTrials, trialsOfWritten } from "../trials/owner-trials.js";
import { trialRulesOf } from "../trials/settings.js";
import { settleAll } from "../trials/settle.js";
import { eraseUsage, keepUsage } from "../usage/upkeep.js";
import type { WrittenSubscriptions } from "./offers.js";

/** What the mirror does at the hooks of core and of other plugins. */
export const hooksOf = ({ catalogue }: Pick<MirrorSettings, "catalogue">, settings: BillingSettings): PluginHooks => ({
  ...seatHooks(settings),
  "billing.subscription-written": async (written: WrittenSubscriptions, tx: TxContext) => {
    await seatsOfWritten(tx, settings, written);
    await trialsOfWritten(tx, settings, written);
  },
  "user.delete": async (user, ctx) => {
    await freeSeatsOf(ctx, settings, user);
    const owner = { ownerKind: "user", ownerId: user.id } as const;
    await forgetTrials(ctx, settings, owner);
    // A guest cannot buy, and is deleted at the sign-in to an account.
    await (isGuest(user) ? eraseOwner(ctx, owner) : deleteOwner(ctx, settings, owner));
    if (settings.provider !== null) await eraseUsage(ctx, owner);
  },
  /** The plugin `organization` calls this hook. */
  "organization.delete": async (ctx: HookContext, { organization: { id } }: Place) => {
    const owner = { ownerKind: "organization", ownerId: id } as const;
    await forgetSeats(ctx, settings, id);
    await forgetTrials(ctx, settings, owner);
    await deleteOwner(ctx, settings, owner);
    if (settings.provider !== null) await eraseUsage(ctx, owner);
  },
  "require.entitlement": async (entitlement: string, ctx: Context<"ENTITLEMENT_REQUIRED">, session: Session | null) => {
    await requireEntitlement(ctx, catalogue, { entitlement, session });
  },
  sweep: async (ctx) => {
    await endAllByClock(ctx, catalogue);
    if (settings.provider === null) return;
    await keepUsage(ctx, settings);
    const trials = trialRulesOf(settings.products);
    if (trials.size === 0) return;
    await tellEndingTrials(ctx, trials);
    await settleAll(ctx, settings.provider);
  },
  // Without a provider there is no purchase.
  "public-options": () => (settings.provider === null ? {} : { billing: {} }),
  ...(settings.provider !== null && {
    "event.emit": (event, ctx) => noteOwner(ctx, settings, event as Parameters<typeof noteOwner>[2]),
  }),
});

type Place = { readonly organization: { readonly id: string } };
