import { type Adapter, isStorageUnavailable, type Tx } from "@keyhold/core/adapter";
import { type Conflict, isConflict, type Locked, type Row } from "@keyhold/core/plugin";
import { expect } from "vitest";
import { clubModel, memberModel, userWithHandle } from "./models.js";

export type UserRow = Row<typeof userWithHandle>;
export type ClubRow = Row<typeof clubModel>;
export type MemberRow = Row<typeof memberModel>;

/** The fixture of all parts of the suite. */
export interface Bench {
  /** The adapter under test. Does not exist before the suite runs. */
  readonly db: Adapter;
  /** How often each race runs. */
  readonly rounds: number;
  /** The maximum time of work that must not wait forever. */
  readonly timeoutMilliseconds: number;
  /** Runs `work` on another adapter, whose waits are short. For a case that ends by a timeout of the adapter. */
  withShortWaits(work: (db: Adapter) => Promise<void>): Promise<void>;
}

/** Text that no other test has: all tests share a database. */
export const unique = (): string => crypto.randomUUID();

/** The row, in a test where a conflict is a fault of the adapter. */
export function row<T>(answer: T | Conflict): Exclude<T, Conflict> {
  if (isConflict(answer)) throw new Error(`An unexpected conflict on "${answer.model}.${answer.column}".`);
  return answer as Exclude<T, Conflict>;
}

export async function addUser(db: Pick<Adapter, "insert">, handle: string | null = null): Promise<UserRow> {
  const now = new Date();
  const mark = unique();
  const given = { name: mark, email: `${mark}@example.com`, createdAt: now, updatedAt: now, handle };
  return row(await db.insert(userWithHandle, given));
}

export const addClub = async (db: Pick<Adapter, "insert">): Promise<ClubRow> =>
  row(await db.insert(clubModel, { name: "Club", slug: unique() }));

/** A member of a club, written while the club is locked. */
export async function addMember(db: Adapter, club: ClubRow, values: Partial<MemberRow> = {}): Promise<MemberRow> {
  const user = values.userId ?? (await addUser(db)).id;
  return inClub(db, club, async (tx, locked) =>
    row(await tx.insert(memberModel, { ...values, clubId: club.id, userId: user }, locked)),
  );
}

/** `transactionOn` a club that exists. */
export async function inClub<T>(
  db: Adapter,
  club: ClubRow,
  work: (tx: Tx, locked: Locked<typeof clubModel>) => Promise<T>,
): Promise<T> {
  let isRun = false;
  const answer = await db.transactionOn(clubModel, club.id, (tx, locked) => {
    isRun = true;
    return work(tx, locked);
  });
  expect(isRun, "`transactionOn` did not run its work although the parent exists").toBe(true);
  return answer as T;
}

/** Says what was violated unless `action` throws or rejects; a returned conflict is no refusal. */
export async function expectThrow(violated: string, action: () => unknown): Promise<void> {
  const refusal = await settle(action);
  expect(refusal.isRejected, violated).toBe(true);
}

/** The result of an action; never throws. */
export async function settle<T>(
  action: () => T | Promise<T>,
): Promise<{ isRejected: false; answer: T } | { isRejected: true; error: unknown }> {
  try {
    return { isRejected: false, answer: await action() };
  } catch (error) {
    return { isRejected: true, error };
  }
}

/** Reads in a transaction: callers outside of the transaction go on, unless they wait for that end. */
export async function readsIn(tx: Pick<Tx, "exists">, count = maxReads): Promise<void> {
  for (let read = 0; read < count; read += 1) {
    await tx.exists(clubModel, { slug: "the slug of no club" });
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
  }
}

const maxReads = 40;

/**
 * The answer, or `"waiting"` if forty reads in the transaction end before the answer: in some adapters readers and
 * writers wait for each other.
 */
export async function soon<T>(tx: Pick<Tx, "exists">, answer: Promise<T>): Promise<T | "waiting"> {
  let isSettled = false;
  const settled = (): void => {
    isSettled = true;
  };
  answer.then(settled, settled);
  for (let read = 0; read < maxReads && !isSettled; read += 1) await readsIn(tx, 1);
  return isSettled ? answer : "waiting";
}

/** Runs `work` again while the adapter says that the database is not available, at most a hundred times. */
export async function untilAvailable<T>(work: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    const outcome = await settle(work);
    if (!outcome.isRejected) return outcome.answer;
    if (!isStorageUnavailable(outcome.error) || count === 100) throw outcome.error;
  }
}

/** Fails with `violated`, without a hang, if `work` does not end in time. */
export function endsInTime<T>(work: Promise<T>, milliseconds: number, violated: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(violated)), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
