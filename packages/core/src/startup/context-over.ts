import type { Adapter, Tx } from "../adapter/adapter.js";
import { decideConflicts } from "../adapter/on-conflict.js";
import { maxRuns, RunAgain } from "../adapter/run-again.js";
import type { Context, TxContext } from "../contract/context.js";
import type { CoreEvent } from "../contract/events.js";
import type { EmailContent, PluginEmail, WriteEmail } from "../contract/mail.js";

type Shared = Omit<TxContext, "db" | "databaseClock" | "later">;
/** The parts of a context that differ inside and outside of a transaction of the app. */
export type OwnParts = Pick<
  Context,
  "databaseClock" | "limiter" | "later" | "afterAnswer" | "deliverEmail" | "isInAppTransaction"
>;
type Outside = Shared & Pick<OwnParts, "databaseClock" | "later">;

/** The context of calls over an adapter. In a transaction, events and emails wait for the commit. */
export function contextOver(shared: Shared, db: Adapter, own: OwnParts, writeEmail: WriteEmail | null): Context {
  const outside: Outside = { ...shared, databaseClock: own.databaseClock, later: own.later };
  const run = async <T>(transaction: (attempt: Attempt) => Promise<T>): Promise<T> => {
    // An entry is due by the clock that all processes share.
    if (shared.outbox) await own.databaseClock.synchronize();
    return runTransaction(outside, writeEmail, transaction);
  };
  return {
    ...shared,
    ...own,
    db: decideConflicts(shared, db),
    transaction: (work, ..._settled) => run((attempt) => db.transaction((tx) => attempt(tx, work))),
    transactionOn: (parent, id, work, ..._settled) =>
      run((attempt) => db.transactionOn(parent, id, (tx, locked) => attempt(tx, (ctx) => work(ctx, locked)))),
  };
}

type Attempt = <T>(tx: Tx, work: (ctx: TxContext) => Promise<T>) => Promise<T>;

/**
 * Runs a transaction. Events and emails follow the commit; a rolled-back attempt has no effects. Emails for the outbox
 * are rows of the transaction.
 */
async function runTransaction<T>(
  outside: Outside,
  writeEmail: WriteEmail | null,
  run: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  let effects: (() => void)[] = [];
  const result = await untilFound(() =>
    run(async (tx, work) => {
      const own: (() => void)[] = [];
      const emails: (EmailContent | PluginEmail)[] = [];
      const events: CoreEvent[] = [];
      effects = own;
      const ctx: TxContext = {
        ...outside,
        db: decideConflicts(outside, tx),
        emit(event) {
          events.push(event);
          own.push(() => outside.emit(event));
        },
        later: (what, work) => void own.push(() => outside.later(what, work)),
        send: (message) => void (writeEmail ? emails.push(message) : own.push(() => outside.send(message))),
        sendLimited: (message) => void own.push(() => outside.sendLimited(message)),
      };
      const answer = await work(ctx);
      for (const event of events) for (const hook of ctx.hooks("event.emit")) await hook(event, ctx);
      for (const email of emails) await writeEmail?.(ctx, email);
      return answer;
    }),
  );
  for (const effect of effects) effect();
  return result;
}

/** Runs a transaction again when another transaction has inserted a row first. */
async function untilFound<T>(transaction: () => Promise<T>, runs = 1): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (!(error instanceof RunAgain) || runs === maxRuns) throw error;
  }
  return untilFound(transaction, runs + 1);
}
