import type { Tx } from "@keyhold/core/adapter";
import { sessionModel } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import {
  addClub,
  addUser,
  type Bench,
  type ClubRow,
  endsInTime,
  inClub,
  readsIn,
  row,
  settle,
  soon,
  unique,
  untilAvailable,
} from "./bench.js";
import { clubModel, memberModel, userWithHandle } from "./models.js";
import { answers, callers, race, raceTest, surprises } from "./race.js";

export function describeRemovalRaces(bench: Bench): void {
  describe("a removal concurrent with writes", () => {
    raceTest(bench, "is final: no update brings the row back", async () => {
      const { id } = await addClub(bench.db);
      const outcomes = await race<unknown>((caller) =>
        caller % 2 === 0
          ? bench.db.update(clubModel, id, { name: `New ${caller}` })
          : bench.db.remove(clubModel, { id }),
      );
      expect(surprises(outcomes), "an update or a removal failed").toEqual([]);
      const removed = answers(outcomes).filter((answer) => typeof answer === "number");
      expect(
        removed.reduce((sum, count) => sum + count, 0),
        "the row was removed more or less than once",
      ).toBe(1);
      expect(await bench.db.exists(clubModel, { id }), "a removed row exists again").toBe(false);
    });

    raceTest(bench, "of a parent leaves no child behind, however many are being added", async () => {
      const club = await addClub(bench.db);
      const users = await Promise.all(Array.from({ length: callers }, () => addUser(bench.db)));
      const outcomes = await race(async (caller) => {
        if (caller === callers / 2) return bench.db.remove(clubModel, { id: club.id });
        return bench.db.transactionOn(clubModel, club.id, async (tx, locked) =>
          row(await tx.insert(memberModel, { clubId: club.id, userId: users[caller]?.id ?? "" }, locked)),
        );
      });
      expect(surprises(outcomes), "joining or removing failed").toEqual([]);
      expect(await bench.db.exists(clubModel, { id: club.id }), "the parent was not removed").toBe(false);
      expect(await bench.db.count(memberModel, { clubId: club.id }), "children without a parent were left").toBe(0);
    });

    raceTest(bench, "leaves no row behind that references the removed one", async () => {
      const user = await addUser(bench.db);
      const now = new Date();
      await race(async (caller) => {
        if (caller === callers / 2) return bench.db.remove(userWithHandle, { id: user.id });
        const given = { token: unique(), userId: user.id, expiresAt: now, createdAt: now, updatedAt: now };
        return bench.db.insert(sessionModel, given);
      });
      expect(await bench.db.exists(userWithHandle, { id: user.id }), "the row was not removed").toBe(false);
      expect(await bench.db.count(sessionModel, { userId: user.id }), "references to a removed row were left").toBe(0);
    });
  });
}

/** Lets two transactions wait for each other. An adapter that runs one transaction at a time has no second. */
function meeting(): (tx: Tx) => Promise<unknown> {
  let arrived = 0;
  let meet = (): void => undefined;
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  return (tx) => {
    arrived += 1;
    if (arrived === 2) meet();
    return soon(tx, met);
  };
}

/** Each caller adds 1 to both rows, and locks them in opposite order. */
async function crossedWrites({ db }: Bench, one: ClubRow, other: ClubRow): Promise<number> {
  const meet = meeting();
  const both = (first: ClubRow, second: ClubRow) =>
    settle(() =>
      inClub(db, first, async (tx) => {
        await tx.add(clubModel, first.id, "seats", 1, {});
        await meet(tx);
        await tx.add(clubModel, second.id, "seats", 1, {});
      }),
    );
  const outcomes = await Promise.all([both(one, other), both(other, one)]);
  return outcomes.filter(({ isRejected }) => !isRejected).length;
}

export function describeLocks(bench: Bench): void {
  const inTime = <T>(work: Promise<T>, violated: string): Promise<T> =>
    endsInTime(work, bench.timeoutMilliseconds, violated);
  const timeout = bench.timeoutMilliseconds * 2;

  describe("two rows locked in opposite order", () => {
    it("do not hang, and each transaction happens once or not at all", { timeout }, async () => {
      const [one, other] = [await addClub(bench.db), await addClub(bench.db)];
      const done = await inTime(crossedWrites(bench, one, other), "two transactions wait for each other forever");
      expect(done, "both transactions were sacrificed").toBeGreaterThan(0);
      const seats = [one, other].map(({ id }) => bench.db.find(clubModel, { id }));
      expect(
        (await Promise.all(seats)).map((club) => club?.seats),
        "a transaction ran in halves, or twice",
      ).toEqual([done, done]);
    });

    it("do not hang if each is the parent of its own transaction", { timeout }, () =>
      bench.withShortWaits(async (db) => {
        const add = () => untilAvailable(() => addClub(db));
        const [one, other] = [await add(), await add()];
        const meet = meeting();
        const nested = (first: ClubRow, second: ClubRow) =>
          settle(() =>
            inClub(db, first, async (tx) => {
              await meet(tx);
              return inClub(db, second, (inner) => inner.add(clubModel, second.id, "seats", 1, {}));
            }),
          );
        const violated = "a transaction inside another one waits forever: waits for a lock must be bounded";
        await inTime(Promise.all([nested(one, other), nested(other, one)]), violated);
        await inTime(add(), "the adapter hangs after transactions that waited for each other");
      }),
    );
  });
}

export function describeLockReturn(bench: Bench): void {
  const inTime = <T>(work: Promise<T>, violated: string): Promise<T> =>
    endsInTime(work, bench.timeoutMilliseconds, violated);
  const timeout = bench.timeoutMilliseconds * 2;

  describe("a lock", () => {
    it("is released when the work throws, and does not block other parents", { timeout }, async () => {
      const [one, other] = [await addClub(bench.db), await addClub(bench.db)];
      await settle(() =>
        inClub(bench.db, one, async () => {
          throw new Error("on purpose");
        }),
      );
      const violated = "the lock outlived its transaction";
      await inTime(
        inClub(bench.db, one, (tx) => tx.add(clubModel, one.id, "seats", 1, {})),
        violated,
      );
      await inTime(
        inClub(bench.db, other, (tx) => tx.add(clubModel, other.id, "seats", 1, {})),
        violated,
      );
    });

    it("is released to the next caller, in turn, until all have had it", { timeout }, async () => {
      const club = await addClub(bench.db);
      const outcomes = await inTime(
        race(() =>
          inClub(bench.db, club, async (tx) => {
            await readsIn(tx, 2);
            return tx.add(clubModel, club.id, "seats", 1, {});
          }),
        ),
        "callers wait for a parent for ever",
      );
      expect(surprises(outcomes), "a caller did not get its turn").toEqual([]);
      expect((await bench.db.find(clubModel, { id: club.id }))?.seats).toBe(callers);
    });
  });
}
