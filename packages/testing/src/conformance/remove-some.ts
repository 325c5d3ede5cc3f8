import { before, isIn, sessionModel } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import {
  addClub,
  addMember,
  addUser,
  type Bench,
  endsInTime,
  expectThrow,
  row,
  settle,
  soon,
  unique,
} from "./bench.js";
import { loose } from "./loose.js";
import {
  badgeModel,
  clubModel,
  guestModel,
  memberModel,
  specimenModel,
  userWithHandle,
  voucherModel,
} from "./models.js";
import { answers, race, raceTest, surprises } from "./race.js";

const end = new Date(Date.UTC(2002, 0));

async function addSpecimens({ db }: Bench, count: number, foundAt = new Date(Date.UTC(2001, 0))): Promise<string> {
  const mark = unique();
  for (let index = 0; index < count; index += 1) row(await db.insert(specimenModel, { mark, foundAt, weight: index }));
  return mark;
}

export function describeRemovingSome(bench: Bench): void {
  describe("the removal of some rows", () => {
    it("removes at most its limit, answers how many, and leaves other rows unchanged", async () => {
      const mark = await addSpecimens(bench, 5);
      row(await bench.db.insert(specimenModel, { mark, foundAt: end }));
      const where = { mark, foundAt: before(end) };
      expect(await bench.db.removeSome(specimenModel, where, 2)).toBe(2);
      expect(await bench.db.count(specimenModel, { mark }), "the answer is not the number of removed rows").toBe(4);
      expect(await bench.db.removeSome(specimenModel, where, 3)).toBe(3);
      expect(await bench.db.removeSome(specimenModel, where, 3), "no row was left to remove").toBe(0);
      expect(await bench.db.count(specimenModel, { mark }), "a row was removed that does not match").toBe(1);
    });
  });
}

export function describeRemovingSomeRules(bench: Bench): void {
  describe("the removal of some rows", () => {
    it("finds rows by equality, lists and numbers as well", async () => {
      const mark = await addSpecimens(bench, 4);
      expect(await bench.db.removeSome(specimenModel, { mark, weight: before(2) }, 9)).toBe(2);
      expect(await bench.db.removeSome(specimenModel, { mark, weight: isIn([2]) }, 9)).toBe(1);
      expect(await bench.db.removeSome(specimenModel, { mark }, 0), "a limit of 0").toBe(0);
      expect(await bench.db.removeSome(specimenModel, { mark, weight: isIn<number>([]) }, 9), "an empty list").toBe(0);
      expect(await bench.db.removeSome(specimenModel, { mark }, 9)).toBe(1);
    });

    it("removes one-time rows, outside a transaction and inside, where a rollback restores them", async () => {
      const value = unique();
      for (const year of [2000, 2001]) {
        const expiresAt = new Date(Date.UTC(year, 0));
        row(await bench.db.insert(voucherModel, { identifier: unique(), value, expiresAt }));
      }
      const where = { value, expiresAt: before(end) };
      await settle(() =>
        bench.db.transaction(async (tx) => {
          expect(await tx.removeSome(voucherModel, where, 9)).toBe(2);
          throw new Error("on purpose");
        }),
      );
      expect(await bench.db.removeSome(voucherModel, where, 1)).toBe(1);
      expect(await bench.db.transaction((tx) => tx.removeSome(voucherModel, where, 9))).toBe(1);
      expect(await bench.db.removeSome(voucherModel, where, 9)).toBe(0);
    });

    it("removes the rows that reference the removed ones, and clears columns with their ids", async () => {
      const name = unique();
      const badges = [];
      for (let index = 0; index < 3; index += 1) badges.push(row(await bench.db.insert(badgeModel, { name })));
      for (const { id } of badges) row(await bench.db.insert(guestModel, { name, badgeId: id }));
      expect(await bench.db.removeSome(badgeModel, { name }, 2)).toBe(2);
      const guests = await bench.db.list(guestModel, { name }, { orderBy: "id", limit: 9 });
      const named = guests.flatMap(({ badgeId }) => badgeId ?? []);
      expect(named, "the wrong columns were cleared").toHaveLength(1);
      expect(await bench.db.exists(badgeModel, { id: named[0] ?? "" })).toBe(true);

      const club = await addClub(bench.db);
      await addMember(bench.db, club);
      expect(await bench.db.removeSome(clubModel, { id: club.id }, 1)).toBe(1);
      expect(await bench.db.count(memberModel, { clubId: club.id }), "members without a club were left").toBe(0);
    });

    it("is an error without a condition, without a limit, and for children", async () => {
      const mark = await addSpecimens(bench, 1);
      const { removeSome } = loose(bench.db);
      await expectThrow("a removal of any rows was done", () => removeSome(specimenModel, {}, 1));
      await expectThrow("an undefined value matched", () => removeSome(specimenModel, { mark: undefined }, 1));
      for (const limit of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        await expectThrow(`the limit ${limit} was taken`, () => removeSome(specimenModel, { mark }, limit));
      }
      const club = await addClub(bench.db);
      await addMember(bench.db, club);
      await expectThrow("a child was removed without its parent", () =>
        removeSome(memberModel, { clubId: club.id }, 1),
      );
      expect(await bench.db.count(specimenModel, { mark })).toBe(1);
      expect(await bench.db.count(memberModel, { clubId: club.id })).toBe(1);
    });
  });
}

export function describeRemovingSomeRaces(bench: Bench): void {
  describe("the removal of some rows by many at once", () => {
    raceTest(bench, "removes each row once, and leaves no matching row", async () => {
      const mark = await addSpecimens(bench, 30);
      const where = { mark, foundAt: before(end) };
      const outcomes = await race(async () => {
        let removed = 0;
        for (let turn = 0; turn < 4; turn += 1) removed += await bench.db.removeSome(specimenModel, where, 2);
        return removed;
      });
      expect(surprises(outcomes), "a removal failed").toEqual([]);
      const rest = await bench.db.count(specimenModel, { mark });
      const removed = answers(outcomes).reduce((sum, count) => sum + count, 0);
      expect(removed + rest, "a row was counted twice or not at all").toBe(30);
      let left = 0;
      for (let turn = 0; turn < 30; turn += 1) left += await bench.db.removeSome(specimenModel, where, 30);
      expect(left, "matching rows were left").toBe(rest);
    });

    it("waits neither for a row that a transaction has locked, nor for the end of that transaction", async () => {
      const user = await addUser(bench.db);
      const now = new Date(Date.UTC(2001, 0));
      const given = { userId: user.id, expiresAt: now, createdAt: now, updatedAt: now };
      const locked = row(await bench.db.insert(sessionModel, { ...given, token: unique() }));
      const free = row(await bench.db.insert(sessionModel, { ...given, token: unique() }));
      let removal: Promise<number> | undefined;
      const holding = bench.db.transaction(async (tx) => {
        await tx.lock(sessionModel, locked.id);
        removal ??= bench.db.removeSome(sessionModel, { userId: user.id, expiresAt: before(end) }, 9);
        // An adapter with a single connection removes after this transaction.
        await soon(tx, removal);
      });
      const both = holding.then(() => removal);
      await endsInTime(both, bench.timeoutMilliseconds, "a removal waits for ever");
      expect(await bench.db.exists(sessionModel, { id: free.id }), "a row without a lock was left").toBe(false);
      expect(await bench.db.exists(userWithHandle, { id: user.id })).toBe(true);
    });
  });
}

export function describeClock(bench: Bench): void {
  describe("the clock", () => {
    it("is the database's, in milliseconds, and goes on; or null, if the process's clock is used", async () => {
      const first = await bench.db.now();
      if (first === null) return;
      let second: Date | null = first;
      while (Number(second) === Number(first)) second = await bench.db.now();
      const passed = Number(second) - Number(first);
      expect(passed, "the clock stands still, or does not count milliseconds").toBeGreaterThan(0);
      expect(passed, "the clock counts more than milliseconds").toBeLessThan(60_000);
      // The test server is on this machine.
      expect(Math.abs(Number(second) - Date.now()), "the clock is in another zone").toBeLessThan(600_000);
    });
  });
}
