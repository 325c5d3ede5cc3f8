import type { Context, HookContext } from "@keyhold/core/plugin";
import { hooksAt } from "../hooks/offers.js";
import type { SeatHolder, SeatOptions } from "./settings.js";

type Counting = Required<SeatOptions>;

/**
 * Whether a member takes a seat.
 *
 * @throws Error if the app's function answers a promise, which would give no member a seat
 */
export function takesSeat({ countsAsSeat }: Counting, member: SeatHolder): boolean {
  const answer: unknown = countsAsSeat === null || countsAsSeat(member);
  if (!(answer instanceof Promise)) return answer === true;
  throw new Error(
    "billing({ seats: { countsAsSeat } }) answered a promise: it must answer true or false, and at once.",
  );
}

/** The users with a seat of an organization, in the order of the ids of their memberships. */
export async function seatHolders(
  ctx: Context | HookContext,
  settings: Counting,
  organizationId: string,
): Promise<readonly string[]> {
  const userIds: string[] = [];
  for (const members of hooksAt(ctx, "organization.members")) {
    for await (const page of members({ organizationId }, ctx)) {
      userIds.push(...page.filter((member) => takesSeat(settings, member)).map(({ userId }) => userId));
    }
  }
  return userIds;
}

/** How many members of an organization take a seat. In a transaction on the organization the number is exact. */
export async function countSeats(
  ctx: Context | HookContext,
  settings: Counting,
  organizationId: string,
): Promise<number> {
  if (settings.countsAsSeat !== null) return (await seatHolders(ctx, settings, organizationId)).length;
  let count = 0;
  for (const countMembers of hooksAt(ctx, "organization.member-count"))
    count += await countMembers(organizationId, ctx);
  return count;
}
