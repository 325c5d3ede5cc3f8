import { isConflict } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import {
  addClub,
  addMember,
  addUser,
  type Bench,
  type ClubRow,
  endsInTime,
  expectThrow,
  row,
  unique,
} from "./bench.js";
import { loose } from "./loose.js";
import { clubModel, memberModel, noteModel, userWithHandle, voucherModel } from "./models.js";
import { answers, callers, Rejected, race, raceTest, surprises } from "./race.js";

export function describeLock(bench: Bench): void {
  describe("a row that a transaction locks", () => {
    it("is answered as it is, and its children can be written by every verb", async () => {
      const { db } = bench;
      const [club, user] = [await addClub(db), await addUser(db)];
      const member = await addMember(db, club);
      const seen = await db.transaction(async (tx) => {
        const locked = await tx.lock(clubModel, club.id);
        expect(locked, "the locked row is not the stored row").toEqual(club);
        if (!locked) return null;
        return [
          isConflict(await tx.insert(memberModel, { clubId: club.id, userId: user.id }, locked)),
          row(await tx.update(memberModel, member.id, { role: "x" }, locked))?.role,
          (await tx.transition(memberModel, member.id, "status", "pending", "accepted", locked))?.status,
          (await tx.add(memberModel, member.id, "visits", 1, {}, locked))?.visits,
          await tx.remove(memberModel, { id: member.id }, locked),
        ];
      });
      expect(seen).toEqual([false, "x", "accepted", 1, 1]);
    });

    it("may be one of several, of several models", async () => {
      const { db } = bench;
      const [club, other, user] = [await addClub(db), await addClub(db), await addUser(db)];
      const member = await addMember(db, club);
      await db.transactionOn(clubModel, club.id, async (tx, locked) => {
        const [second, parent] = [await tx.lock(clubModel, other.id), await tx.lock(memberModel, member.id)];
        if (!second || !parent) throw new Error("An existing row was not locked.");
        row(await tx.insert(memberModel, { clubId: other.id, userId: user.id }, second));
        row(await tx.insert(memberModel, { clubId: club.id, userId: user.id }, locked));
        row(await tx.insert(noteModel, { memberId: member.id, body: "b" }, parent));
      });
      expect(await db.count(memberModel, { userId: user.id })).toBe(2);
      expect(await db.count(noteModel, { memberId: member.id })).toBe(1);
    });

    it("may be locked again, in the state that the transaction itself has written", async () => {
      const { db } = bench;
      const [club, user] = [await addClub(db), await addUser(db)];
      await db.transactionOn(clubModel, club.id, async (tx) => {
        await tx.update(clubModel, club.id, { name: "Changed" });
        await tx.lock(clubModel, club.id);
        const locked = await tx.lock(clubModel, club.id);
        expect(locked?.name).toBe("Changed");
        if (locked) row(await tx.insert(memberModel, { clubId: club.id, userId: user.id }, locked));
      });
      expect(await db.count(memberModel, { clubId: club.id })).toBe(1);
    });

    it("may be one that the transaction has inserted", async () => {
      const { db } = bench;
      const user = await addUser(db);
      const id = await db.transaction(async (tx) => {
        const { id } = row(await tx.insert(clubModel, { name: "N", slug: unique() }));
        const locked = await tx.lock(clubModel, id);
        if (locked) row(await tx.insert(memberModel, { clubId: id, userId: user.id }, locked));
        return id;
      });
      expect(await db.count(memberModel, { clubId: id })).toBe(1);
    });

    it("is null if the row does not exist, and the transaction goes on", async () => {
      const { db } = bench;
      const club = await addClub(db);
      const found = await db.transactionOn(clubModel, club.id, async (tx) => {
        const missing = [await tx.lock(clubModel, unique()), await tx.lock(userWithHandle, unique())];
        await tx.remove(clubModel, { id: club.id });
        return [...missing, await tx.lock(clubModel, club.id)];
      });
      expect(found).toEqual([null, null, null]);
      expect(await db.exists(clubModel, { id: club.id }), "the transaction was not committed").toBe(false);
    });
  });
}

export function describeNotLocked(bench: Bench): void {
  describe("a row that a transaction does not lock", () => {
    const insertUnder = (club: ClubRow, userId: string) => ({ clubId: club.id, userId });

    it("is no parent, although it was found", async () => {
      const [club, user] = [await addClub(bench.db), await addUser(bench.db)];
      await expectThrow("a child was written under a row that was only read", () =>
        bench.db.transaction(async (tx) => {
          const found = await tx.find(clubModel, { id: club.id });
          await loose(tx).insert(memberModel, insertUnder(club, user.id), found ?? undefined);
        }),
      );
      expect(await bench.db.count(memberModel, { clubId: club.id })).toBe(0);
    });

    it("is no parent, although another row of its model is locked", async () => {
      const [club, other, user] = [await addClub(bench.db), await addClub(bench.db), await addUser(bench.db)];
      await expectThrow("a child was written under a row that is not held", () =>
        bench.db.transaction(async (tx) => {
          await tx.lock(clubModel, other.id);
          await loose(tx).insert(memberModel, insertUnder(club, user.id), club);
        }),
      );
      expect(await bench.db.count(memberModel, { clubId: club.id })).toBe(0);
    });

    it("is no parent, although an earlier transaction locked it", async () => {
      const [club, user] = [await addClub(bench.db), await addUser(bench.db)];
      const earlier = await bench.db.transaction((tx) => tx.lock(clubModel, club.id));
      await expectThrow("a child was written under a row whose lock is gone", () =>
        bench.db.transaction((tx) => loose(tx).insert(memberModel, insertUnder(club, user.id), earlier ?? undefined)),
      );
      expect(await bench.db.count(memberModel, { clubId: club.id })).toBe(0);
    });

    it("cannot be a one-time row", async () => {
      const voucher = row(
        await bench.db.insert(voucherModel, { identifier: unique(), value: "", expiresAt: new Date(0) }),
      );
      await expectThrow("a row was held that is used once", () =>
        bench.db.transaction((tx) => loose(tx).lock(voucherModel, voucher.id)),
      );
    });
  });
}

export function describeLockRaces(bench: Bench): void {
  const inTime = <T>(work: Promise<T>): Promise<T> =>
    endsInTime(work, bench.timeoutMilliseconds, "transactions that lock two rows wait for each other forever");

  describe(`${callers} callers who lock two parents`, () => {
    raceTest(bench, "in either order all finish, and lose no step", async () => {
      const clubs = [await addClub(bench.db), await addClub(bench.db)] as const;
      const outcomes = await inTime(
        race((caller) =>
          bench.db.transaction(async (tx) => {
            const [first, second] = caller % 2 === 0 ? clubs : [clubs[1], clubs[0]];
            const seats = [];
            for (const { id } of [first, second]) seats.push((await tx.lock(clubModel, id))?.seats);
            for (const { id } of [first, second]) await tx.add(clubModel, id, "seats", 1, {});
            return seats;
          }),
        ),
      );
      expect(surprises(outcomes), "a caller did not get both").toEqual([]);
      const read = answers(outcomes).map(([first, second]) => first === second && first);
      expect(
        read.toSorted((left, right) => Number(left) - Number(right)),
        "a locked row was outdated",
      ).toEqual(Array.from({ length: callers }, (_, count) => count));
      for (const { id } of clubs) expect((await bench.db.find(clubModel, { id }))?.seats).toBe(callers);
    });

    raceTest(bench, "keep the limits of both", async () => {
      const [small, large] = [await addClub(bench.db), await addClub(bench.db)];
      const users = await Promise.all(Array.from({ length: callers }, () => addUser(bench.db)));
      const limits = new Map([
        [small.id, 3],
        [large.id, 5],
      ]);
      const outcomes = await inTime(
        race((caller) =>
          bench.db.transaction(async (tx) => {
            for (const { id } of caller % 2 === 0 ? [small, large] : [large, small]) {
              const locked = await tx.lock(clubModel, id);
              if (!locked) throw new Error("An existing club was not locked.");
              if ((await tx.count(memberModel, { clubId: id })) >= (limits.get(id) ?? 0)) continue;
              row(await tx.insert(memberModel, { clubId: id, userId: users[caller]?.id ?? "" }, locked));
            }
          }),
        ),
      );
      expect(surprises(outcomes), "joining failed").toEqual([]);
      for (const [id, limit] of limits) {
        expect(await bench.db.count(memberModel, { clubId: id }), "a limit was exceeded, or not reached").toBe(limit);
      }
    });

    raceTest(bench, "concurrent with the removal of one parent: no child is left behind", async () => {
      const [club, other] = [await addClub(bench.db), await addClub(bench.db)];
      const users = await Promise.all(Array.from({ length: callers }, () => addUser(bench.db)));
      const outcomes = await inTime(
        race<unknown>((caller) => {
          if (caller === callers / 2) return bench.db.remove(clubModel, { id: other.id });
          return bench.db.transactionOn(clubModel, club.id, async (tx) => {
            const locked = await tx.lock(clubModel, other.id);
            if (!locked) throw new Rejected();
            return row(await tx.insert(memberModel, { clubId: other.id, userId: users[caller]?.id ?? "" }, locked));
          });
        }),
      );
      expect(surprises(outcomes), "joining or removing failed").toEqual([]);
      expect(await bench.db.count(memberModel, { clubId: other.id }), "children without a parent were left").toBe(0);
    });
  });
}
