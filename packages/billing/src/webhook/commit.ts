import type { Claim, NextHandler } from "@keyhold/billing-schema/webhook";
import type { Context } from "@keyhold/core/plugin";
import type { BillingContext, BillingHandlers, BillingTxContext } from "./handlers.js";
import { InsertedMeanwhile, upsertingIfNewer } from "./upsert-if-newer.js";
import { doneWith, handled, isLockedBy, rowIdOf, webhookEventModel } from "./webhook-event.js";

/** Another delivery has taken the event over and does the writes. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";

  constructor() {
    super("Another delivery has taken the event over.");
  }
}

/** What the commits of a delivery have recorded. */
export interface Committed {
  /** The handlers that are done. */
  readonly handlers: Set<string>;
  /** Whether the last handler is done, and so the event. */
  isSettled: boolean;
}

interface Commits {
  readonly claim: Claim;
  readonly committed: Committed;
}

/** Commits work together with the record of the handler as done, both or neither. The last handler ends the claim. */
export function committing(
  ctx: Context,
  { claim, committed }: Commits,
  { name: handler, isLast }: NextHandler,
): BillingContext["commit"] {
  let isRunning = false;

  return async (work) => {
    // Inside of its own work a commit would wait for its own row lock, for ever.
    if (isRunning || committed.handlers.has(handler)) throw committedTwice(handler);
    isRunning = true;
    try {
      const done = await untilInserted(() =>
        ctx.transactionOn(webhookEventModel, rowIdOf(claim), async (tx, row) => {
          if (!isLockedBy(row, claim)) throw new LeaseLost();
          if (row.done.includes(handler)) throw committedTwice(handler);
          const result = await work({ ...tx, upsertIfNewer: upsertingIfNewer(tx) });
          const changes = isLast ? handled(row, handler, tx.now()) : { done: doneWith(row, handler) };
          await tx.db.update(webhookEventModel, row.id, changes);
          // In an object: no result of the work is the transaction's own.
          return { result };
        }),
      );
      if (done === null) throw new LeaseLost();
      committed.handlers.add(handler);
      committed.isSettled = isLast;
      return done.result;
    } finally {
      isRunning = false;
    }
  };
}

const maxTries = 10;

/** Runs a transaction again when another transaction has inserted a row first: now there is a row to lock. */
export async function untilInserted<Result>(transaction: () => Promise<Result>, tries = 1): Promise<Result> {
  try {
    return await transaction();
  } catch (error) {
    if (!(error instanceof InsertedMeanwhile) || tries === maxTries) throw error;
  }
  return untilInserted(transaction, tries + 1);
}

/** If a second commit fails, the writes are lost: by then the handler counts as done. */
const committedTwice = (handler: string): Error =>
  new Error(`The handler ${handler} commits more than once: put all its writes into one commit.`);

/**
 * The given handlers, each waiting for the last commit: a handler that does not await a commit must not count as done,
 * and a handler may try again after a failure.
 */
export const untilCommitted = (handlers: BillingHandlers): BillingHandlers => ({
  ...handlers,
  stepsFor: (event) =>
    handlers.stepsFor(event).map(({ name, run }) => ({
      name,
      run: async (context) => {
        let last: Promise<unknown> = Promise.resolve();
        function commit<Result>(work: (tx: BillingTxContext) => Promise<Result>): Promise<Result> {
          const committed = context.commit(work);
          // The failure is handled below: until then the failure must not be an unhandled rejection.
          committed.catch(() => undefined);
          last = committed;
          return committed;
        }
        await run({ ...context, commit });
        await last;
      },
    })),
});
