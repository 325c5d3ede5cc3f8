import { type Context, type HookContext, isIn, pagesOf, type Row } from "@keyhold/core/plugin";
import { customers, subscriptions } from "../mirror/entities.js";

/** A running subscription of an organization. */
export interface RunningSubscription {
  readonly id: string;
  readonly productId: string;
  readonly status: string;
  /** Null: the mirror does not know the number. */
  readonly seats: number | null;
}

/** Statuses of subscriptions without a first payment. */
const neverBegun = ["incomplete", "incomplete_expired"];

/**
 * The running subscriptions of an organization: also after a failed payment, and until the end of a canceled period.
 */
export async function runningSubscriptions(
  { db, now }: Context | HookContext,
  organizationId: string,
): Promise<readonly RunningSubscription[]> {
  const of = { ownerKind: "organization", ownerId: organizationId } as const;
  // An owner may have had several customers.
  const owned = await db.list(customers.model, of, { orderBy: "id", limit: 100 });
  const ids = owned.filter(({ deletedAt, goneAt }) => deletedAt === null && goneAt === null).map(({ id }) => id);
  if (ids.length === 0) return [];
  const running: RunningSubscription[] = [];
  for await (const page of pagesOf(db, subscriptions.model, { customerId: isIn(ids), goneAt: null })) {
    running.push(...page.filter((row) => isRunning(row, now())));
  }
  return running;
}

function isRunning({ status, endedAt, endsAt }: Row<typeof subscriptions.model>, now: Date): boolean {
  if (endedAt !== null || neverBegun.includes(status)) return false;
  return status !== "canceled" || (endsAt !== null && endsAt > now);
}
