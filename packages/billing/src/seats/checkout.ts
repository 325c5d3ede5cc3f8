import type { CheckoutCreate } from "@keyhold/billing-schema/requests";
import type { Context } from "@keyhold/core/plugin";
import { billingErrors } from "../errors.js";
import type { BillingOwner } from "../provider/owner.js";
import type { SeatSettings } from "./limit.js";
import { countSeats } from "./members.js";
import type { SeatRule } from "./settings.js";

type Refusing = Context<"BILLING_INPUT_REFUSED">;

interface Purchase {
  readonly owner: BillingOwner;
  readonly productIds: readonly string[];
  /** As the caller asked. */
  readonly seats: number | undefined;
}

/** The seats in the body of a checkout. */
export type CheckoutSeats = Pick<CheckoutCreate, "seats" | "minSeats" | "maxSeats">;

/**
 * The seats of a checkout. With "members" the members count, and neither the caller nor the buyer changes the
 * number. With "limit" each member has a seat at least.
 */
export async function checkoutSeats(
  ctx: Refusing,
  settings: SeatSettings,
  { owner, productIds, seats: asked }: Purchase,
): Promise<CheckoutSeats> {
  const rules = productIds.map((id) => settings.rules.get(id));
  const rule = rules[0];
  const others = new Set(rules.map((one) => one?.kind));
  if (others.size > 1) return refuse(ctx, "products", "must count seats alike");
  if (!rule) return asked === undefined ? {} : { seats: asked };
  const { min, max, kind } = rules.reduce<SeatRule>((one, other) => (other ? narrowed(one, other) : one), rule);
  const members = await countSeats(ctx, settings.seats, owner.ownerId);
  const least = Math.max(members, min);
  if (least > max) return refuse(ctx, "seats", tooMany(max));
  if (kind === "members") return { seats: least, minSeats: least, maxSeats: least };
  const seats = asked ?? least;
  if (seats < least || seats > max) return refuse(ctx, "seats", `must be from ${least} to ${max}`);
  return { seats, minSeats: least, maxSeats: max };
}

const narrowed = (one: SeatRule, other: SeatRule): SeatRule => ({
  kind: one.kind,
  min: Math.max(one.min, other.min),
  max: Math.min(one.max, other.max),
});

/** A subscription before a change of its product or its seats. */
export interface SeatChange {
  readonly owner: BillingOwner;
  /** The product before the change. */
  readonly productId: string;
  /** Null: the number is not known. */
  readonly seats: number | null;
}

/** Fails if a change of a subscription leaves too few or too many seats. `to`: the product or the seats as asked. */
export async function checkSeats(
  ctx: Refusing,
  settings: SeatSettings,
  { owner, productId, seats: kept }: SeatChange,
  to: { readonly productId?: string | undefined; readonly seats?: number | undefined },
): Promise<void> {
  const rule = settings.rules.get(to.productId ?? productId);
  if (!rule) return;
  const path = to.productId === undefined ? "seats" : "slug";
  if (rule.kind === "members" && to.seats !== undefined)
    return refuse(ctx, path, "follow the members of the organization");
  const members = owner.ownerKind === "user" ? 0 : await countSeats(ctx, settings.seats, owner.ownerId);
  const least = Math.max(members, rule.min);
  if (least > rule.max) return refuse(ctx, path, tooMany(rule.max));
  const seats = to.seats ?? (rule.kind === "limit" ? kept : null);
  if (seats === null || (seats >= least && seats <= rule.max)) return;
  refuse(
    ctx,
    path,
    path === "seats" ? `must be from ${least} to ${rule.max}` : `takes from ${least} to ${rule.max} seats`,
  );
}

const tooMany = (max: number): string => `must be at most ${max}, and the organization has more members`;

const refuse = (ctx: Refusing, path: string, message: string): never =>
  ctx.fail(billingErrors.BILLING_INPUT_REFUSED, { issues: [{ path, message }] });
