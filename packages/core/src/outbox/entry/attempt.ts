import { isStorageUnavailable } from "../../adapter/unavailable.js";
import type { Context } from "../../contract/context.js";
import type { KnownOutcome, OutboxAttempt, RegisteredOutboxKind } from "../../contract/outbox.js";
import { unreadable } from "../../secret/encrypted-values.js";
import { type OutboxRow, placeOf } from "../models.js";
import { type ClaimedEntry, claimEntry } from "./claim.js";
import { OutboxError, readFailure } from "./failure.js";
import { type FailedAttempt, type Settled, settleDone, settleFailed, settleUndone } from "./settle.js";

/** Runs an entry. Null if the entry is not due, or another worker has it. */
export async function attemptEntry(ctx: Context, id: string): Promise<Settled | null> {
  const claimed = await claimEntry(ctx, id);
  const registered = claimed && ctx.outbox?.kinds.get(claimed.row.kind);
  if (!registered) return null;
  const worked = await work(ctx, registered, claimed);
  if (worked === null) return settleUndone(ctx, claimed);
  if ("message" in worked) return settleFailed(ctx, claimed, worked);
  const { kind, options } = registered;
  try {
    return await settleDone(ctx, claimed, (tx) =>
      kind.finish(tx, { ...worked.attempt, result: worked.result }, options),
    );
  } catch (error) {
    // The lease ends by itself; then the outcome is unknown, as after a crash.
    if (isStorageUnavailable(error)) throw error;
    return settleFailed(ctx, claimed, { ...readFailure(error), isUnknown: true });
  }
}

interface Worked extends KnownOutcome<unknown> {
  readonly attempt: OutboxAttempt<unknown>;
}

/** Does the work, unless an earlier attempt has done it. Null: no attempt has done it, and the input is new. */
async function work(
  ctx: Context,
  registered: RegisteredOutboxKind,
  { row, isUnknown }: ClaimedEntry,
): Promise<Worked | FailedAttempt | null> {
  const { kind, options } = registered;
  const signal = AbortSignal.timeout(kind.timeoutSeconds * 1000);
  let hasRun = false;
  try {
    if (row.expiresAt < ctx.databaseClock.now()) throw new OutboxError("The entry has expired.", { isFinal: true });
    const { key, owner, attempts } = row;
    const attempt = { input: await readInput(ctx, registered, row), key, owner, attempt: attempts, ctx, signal };
    const known = isUnknown ? await inTime(signal, () => resolveUnknown(registered, attempt)) : null;
    if (known) return { attempt, result: known.result };
    if (row.isReplaced) return null;
    hasRun = true;
    return { attempt, result: await inTime(signal, () => kind.run(attempt, options)) };
  } catch (error) {
    const failure = readFailure(error);
    return { ...failure, isUnknown: hasRun ? failure.mayHaveHappened : isUnknown };
  }
}

async function readInput(ctx: Context, { kind }: RegisteredOutboxKind, { id, input }: OutboxRow): Promise<unknown> {
  const opened = await ctx.encryptedValues.open(placeOf(id), input);
  if (opened === null) throw new OutboxError(unreadable("The input of an outbox entry"), { isFinal: true });
  return kind.parseInput(JSON.parse(opened.text));
}

/** The outcome of an earlier attempt; null if the work must be done. */
async function resolveUnknown(
  { kind, options }: RegisteredOutboxKind,
  attempt: OutboxAttempt<unknown>,
): Promise<KnownOutcome<unknown> | null> {
  if (kind.ifUnknown === "ask") return kind.ask(attempt, options);
  if (kind.ifUnknown === "repeat") return null;
  throw new OutboxError("The outcome of an attempt is unknown.", { isFinal: true });
}

/** Rejects when the signal aborts: work that ignores the signal must not keep the worker. */
async function inTime<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const timeout = new Promise<never>((_, reject) => {
    const fail = (): void => reject(new OutboxError("The attempt took too long."));
    signal.addEventListener("abort", fail, { once: true });
    if (signal.aborted) fail();
  });
  return Promise.race([work(), timeout]);
}
