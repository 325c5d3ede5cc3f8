import type { User } from "@keyhold/core";
import type { HookContext, PluginHooks, TxContext } from "@keyhold/core/plugin";
import { hooksAt, type WrittenSubscriptions } from "../hooks/offers.js";
import type { BillingSettings } from "../options.js";
import { requireSeat, requireSeatsOfRenamed } from "./limit.js";
import { takesSeat } from "./members.js";
import { seatsModel } from "./model.js";
import { seatSettingsOf } from "./seat-settings.js";
import type { SeatHolder } from "./settings.js";
import { syncSeats } from "./sync-seats.js";

/** The plugin `organization` calls these hooks with the organization locked. */
interface Place {
  readonly organization: { readonly id: string };
}

interface RolePlace extends Place {
  readonly role: { readonly role: string };
}

/** In the transaction of the change: any number of changes of an organization are one entry. */
const due = (ctx: HookContext, organizationId: string): Promise<void> =>
  syncSeats.add(ctx, { input: { organizationId }, key: organizationId });

/** The hooks of the organization plugin; none without `seats` of a product. */
export function seatHooks(options: BillingSettings): PluginHooks {
  const settings = seatSettingsOf(options);
  if (settings.rules.size === 0) return {};
  const { seats } = settings;
  return {
    async "member.add"(draft: SeatHolder, ctx: HookContext, { organization }: Place) {
      if (!takesSeat(seats, draft)) return draft;
      await requireSeat(ctx, settings, organization.id);
      await due(ctx, organization.id);
      return draft;
    },
    "member.remove": (member: SeatHolder, ctx: HookContext) => due(ctx, member.organizationId),
    async "member.update-role"(
      change: { readonly role: string },
      ctx: HookContext,
      { member }: Place & { readonly member: SeatHolder },
    ) {
      const [before, after] = [takesSeat(seats, member), takesSeat(seats, { ...member, ...change })];
      // A guest with a new role takes a seat like a new member.
      if (after && !before) await requireSeat(ctx, settings, member.organizationId);
      if (after !== before) await due(ctx, member.organizationId);
      return change;
    },
    async "role.update"(change: { readonly role?: string }, ctx: HookContext, { organization, role }: RolePlace) {
      // The new name of a role may take a seat, or no longer.
      if (seats.countsAsSeat === null) return change;
      if (change.role !== undefined) {
        await requireSeatsOfRenamed(ctx, settings, organization.id, { from: role.role, to: change.role });
      }
      await due(ctx, organization.id);
      return change;
    },
  };
}

/** After the mirror has written subscriptions, in its transaction. */
export async function seatsOfWritten(
  tx: TxContext,
  options: BillingSettings,
  { ownerKind, ownerId }: WrittenSubscriptions,
): Promise<void> {
  if (ownerKind !== "organization" || ownerId === null) return;
  if (seatSettingsOf(options).rules.size > 0) await due(tx, ownerId);
}

/** Before a user is deleted with the memberships: the organization plugin calls no hook then. */
export async function freeSeatsOf(ctx: HookContext, options: BillingSettings, { id: userId }: Pick<User, "id">) {
  if (seatSettingsOf(options).rules.size === 0) return;
  for (const members of hooksAt(ctx, "organization.members")) {
    for await (const page of members({ userId }, ctx)) {
      for (const { organizationId } of page) await due(ctx, organizationId);
    }
  }
}

/** Before an organization is deleted. */
export async function forgetSeats(ctx: HookContext, options: BillingSettings, organizationId: string): Promise<void> {
  if (seatSettingsOf(options).rules.size > 0) await ctx.db.remove(seatsModel, { id: organizationId });
}
