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
  if (owner.ownerKind === "user")
    return refuse(ctx, "referenceId", "must be an organization: the seats are its members");
  const { min, max, kind } = rules.reduce<SeatRule>((one, other) => (other ? narrowed(one, other) : one), rule);
  const members = await countSeats(ctx, settings.seats, owner.ownerId);
  const least = Math.max(members, min);
  if (least > max) return refuse(ctx, "seats", `must be at most ${max}, and the organization has more members`);
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

/** Fails if a caller asks for too few or too many seats. `productId`: of the subscription. */
export async function checkSeats(
  ctx: Refusing,
  settings: SeatSettings,
  { owner, productIds: [productId = ""], seats }: Purchase,
): Promise<void> {
  const rule = settings.rules.get(productId);
  if (!rule || seats === undefined) return;
  if (rule.kind === "members") return refuse(ctx, "seats", "follow the members of the organization");
  const members = owner.ownerKind === "user" ? 0 : await countSeats(ctx, settings.seats, owner.ownerId);
  const least = Math.max(members, rule.min);
  if (seats < least || seats > rule.max) refuse(ctx, "seats", `must be from ${least} to ${rule.max}`);
}

const refuse = (ctx: Refusing, path: string, message: string): never =>
  ctx.fail(billingErrors.BILLING_INPUT_REFUSED, { issues: [{ path, message }] });
