import type { Context } from "@keyhold/core/plugin";
import type { UsageRow } from "../usage/models.js";
import { tidy } from "./balance.js";

/** The usage of this process before it joins a batch, and the balances known to this process. */
export interface UsageQueue {
  readonly waiting: UsageRow[];
  /** Units by owner and meter, not in the rows of `billingHolding` yet. */
  readonly pending: Map<string, number>;
  readonly known: Map<string, { readonly balance: number; readonly at: number }>;
  /** The rows that join batches now, by the owners. */
  readonly moving: Set<{ readonly owners: ReadonlySet<string>; readonly ended: Promise<unknown> }>;
  /** How many moves have begun. */
  moves: number;
  isRunning: boolean;
  /** On the clock of the process: the last request, and until when the provider is left alone. */
  lastSentAt: number;
  pausedUntil: number;
  lastLookAt: number;
}

const queues = new WeakMap<Context["schema"], UsageQueue>();

/** The queue of an auth in this process. */
export function queueOf({ schema }: Pick<Context, "schema">): UsageQueue {
  const queue: UsageQueue = queues.get(schema) ?? {
    waiting: [],
    pending: new Map(),
    known: new Map(),
    moving: new Set(),
    moves: 0,
    isRunning: false,
    lastSentAt: Number.NEGATIVE_INFINITY,
    pausedUntil: Number.NEGATIVE_INFINITY,
    lastLookAt: Number.NEGATIVE_INFINITY,
  };
  queues.set(schema, queue);
  return queue;
}

const placeOf = (owner: string, meterId: string): string => JSON.stringify([owner, meterId]);

/** Units of an owner on a meter, tracked by this process a moment ago. */
export const pendingOn = ({ pending }: UsageQueue, owner: string | null, meterId: string): number =>
  owner === null ? 0 : (pending.get(placeOf(owner, meterId)) ?? 0);

/** Takes waiting rows out of the queue. Their units stay pending. */
export function takeWaiting({ waiting }: UsageQueue, ids: ReadonlySet<string>): readonly UsageRow[] {
  const taken = waiting.filter(({ id }) => ids.has(id));
  if (taken.length > 0) waiting.splice(0, waiting.length, ...waiting.filter(({ id }) => !ids.has(id)));
  return taken;
}

/** Counts the units of a tracked row, until the row of `billingHolding` is without them. */
export const addPending = (queue: UsageQueue, row: UsageRow): void => changePending(queue, row, row.units);
const removePending = (queue: UsageQueue, row: UsageRow): void => changePending(queue, row, -row.units);

function changePending({ pending }: UsageQueue, row: UsageRow, units: number): void {
  const { owner, meterId, holding } = row;
  // Of a reserved row the units are taken already. The provider's next balance brings a credit.
  if (meterId === null || holding !== null || row.units < 0) return;
  const place = placeOf(owner, meterId);
  const sum = tidy((pending.get(place) ?? 0) + units);
  if (sum === 0) pending.delete(place);
  else pending.set(place, sum);
}

/** Makes a batch of rows that are counted as pending, and counts them no more. After a failure they wait again. */
export async function movePending<Batch>(
  queue: UsageQueue,
  rows: readonly UsageRow[],
  makeBatch: () => Promise<Batch>,
): Promise<Batch> {
  const made = makeBatch();
  queue.moves += 1;
  const move = { owners: new Set(rows.map(({ owner }) => owner)), ended: made.catch(() => undefined) };
  queue.moving.add(move);
  try {
    const batch = await made;
    for (const row of rows) removePending(queue, row);
    return batch;
  } catch (error) {
    queue.waiting.unshift(...rows);
    throw error;
  } finally {
    queue.moving.delete(move);
  }
}

/** Whether units of an owner are in the row of `billingHolding` and pending, or are about to be. */
export const isMoving = ({ moving }: UsageQueue, owner: string | null): boolean =>
  owner !== null && [...moving].some(({ owners }) => owners.has(owner));

const maxReads = 5;
/** A caller who has locked the row of `billingHolding` would wait for ever. */
const maxWaitMilliseconds = 1000;

/** Waits until no units of these owners are on the move. False if that takes too long. */
export async function settledMoves(queue: UsageQueue, owners: readonly string[]): Promise<boolean> {
  if (!owners.some((owner) => isMoving(queue, owner))) return true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), maxWaitMilliseconds);
  });
  const isSettled = await Promise.race([
    Promise.all([...queue.moving].map(({ ended }) => ended)).then(() => true),
    timeout,
  ]);
  clearTimeout(timer);
  return isSettled;
}

/** Reads rows of `billingHolding` at a time when no pending units join them: units are in the row or pending. */
export async function readBesidePending<Read>(
  queue: UsageQueue,
  owners: readonly string[],
  read: () => Promise<Read>,
): Promise<Read> {
  for (let reads = 1; ; reads += 1) {
    const isSettled = await settledMoves(queue, owners);
    const { moves } = queue;
    const found = await read();
    if (queue.moves === moves || !isSettled || reads === maxReads) return found;
  }
}

const maxKnown = 10_000;
const knownMilliseconds = 60_000;

/** Notes a balance, for the answers of `track`. */
export function noteBalance({ known }: UsageQueue, owner: string, meterId: string, balance: number): void {
  const place = placeOf(owner, meterId);
  known.delete(place);
  known.set(place, { balance, at: performance.now() });
  const [oldest] = known.keys();
  if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
}

/** The balance seen by this process within a minute, without its usage since; null: not known. */
export function notedBalance(queue: UsageQueue, { owner, meterId }: UsageRow): number | null {
  const known = meterId === null ? undefined : queue.known.get(placeOf(owner, meterId));
  if (!known || meterId === null || performance.now() - known.at > knownMilliseconds) return null;
  return tidy(known.balance - pendingOn(queue, owner, meterId));
}
