import type { Tx } from "@keyhold/core/adapter";
import { describe, expect, it } from "vitest";
import {
  addClub,
  addMember,
  addUser,
  type Bench,
  endsInTime,
  expectThrow,
  inClub,
  readsIn,
  row,
  settle,
  soon,
  unique,
} from "./bench.js";
import { clubModel, memberModel, specimenModel, userWithHandle, voucherModel } from "./models.js";

export function describeTransactions(bench: Bench): void {
  describe("a transaction", () => {
    it("answers the result of its work, and keeps its writes", async () => {
      const mark = unique();
      const answer = await bench.db.transaction(async (tx) => {
        row(await tx.insert(specimenModel, { mark }));
        return "done";
      });
      expect(answer).toBe("done");
      expect(await bench.db.count(specimenModel, { mark })).toBe(1);
    });

    it("sees its own writes, through every verb", async () => {
      const mark = unique();
      await bench.db.transaction(async (tx) => {
        const { id } = row(await tx.insert(specimenModel, { mark, weight: 1 }));
        row(await tx.insert(specimenModel, { mark, weight: 2 }));
        await tx.update(specimenModel, id, { weight: 3 });
        const listed = await tx.list(specimenModel, { mark }, { orderBy: "weight", limit: 9 });
        expect(
          listed.map(({ weight }) => weight),
          "list",
        ).toEqual([2, 3]);
        expect(await tx.find(specimenModel, { mark, weight: 1 }), "find sees a value of before").toBe(null);
        expect(await tx.remove(specimenModel, { id }), "remove").toBe(1);
        expect(await tx.count(specimenModel, { mark }), "count").toBe(1);
        expect(await tx.exists(specimenModel, { id }), "exists").toBe(false);
      });
    });

    it("sees its own writes also in reads that may lag", async () => {
      const mark = unique();
      await bench.db.transaction(async (tx) => {
        row(await tx.insert(specimenModel, { mark }));
        expect(await tx.list(specimenModel, { mark }, { orderBy: "id", limit: 9, mayLag: true })).toHaveLength(1);
        expect(await tx.count(specimenModel, { mark }, { mayLag: true })).toBe(1);
      });
    });

    it("throws the error of its work, and keeps no write", async () => {
      const mark = unique();
      const error = new Error("on purpose");
      const outcome = await settle(() =>
        bench.db.transaction(async (tx) => {
          row(await tx.insert(specimenModel, { mark }));
          throw error;
        }),
      );
      expect(outcome.isRejected && outcome.error, "the error is not the one that the work threw").toBe(error);
      expect(await bench.db.count(specimenModel, { mark }), "a rolled back row exists").toBe(0);
    });
  });
}

export function describeBrokenTransactions(bench: Bench): void {
  describe("a transaction", () => {
    it("keeps no write when the work throws synchronously", async () => {
      const work = (): never => {
        throw new Error("on purpose");
      };
      await expectThrow("the error was lost", () => bench.db.transaction(work));
      const club = await addClub(bench.db);
      await expectThrow("the error was lost", () => bench.db.transactionOn(clubModel, club.id, work));
      await endsInTime(addClub(bench.db), bench.timeoutMilliseconds, "the lock outlived its transaction");
    });

    it("runs verbs that are started together", async () => {
      const mark = unique();
      await bench.db.transaction(async (tx) => {
        const inserts = [1, 2, 3].map((weight) => tx.insert(specimenModel, { mark, weight }));
        await Promise.all(inserts);
      });
      expect(await bench.db.count(specimenModel, { mark })).toBe(3);
    });
  });
}

/** A call of every verb that writes. The transaction is aborted after each call. */
async function rollbackScene({ db }: Bench) {
  const [club, other, user] = [await addClub(db), await addClub(db), await addUser(db)];
  const member = await addMember(db, club);
  const voucher = row(await db.insert(voucherModel, { identifier: unique(), value: "v", expiresAt: new Date(0) }));
  const newSlug = unique();

  const write = async (tx: Tx, stopAfter: number): Promise<void> => {
    let position = 0;
    const step = (): void => {
      if (position === stopAfter) throw new Error(`stopped after ${stopAfter} writes`);
      position += 1;
    };
    step();
    const created = row(await tx.insert(clubModel, { name: "New", slug: newSlug }));
    step();
    const joined = row(await tx.insert(memberModel, { clubId: created.id, userId: user.id }, created));
    step();
    await tx.update(clubModel, club.id, { name: "Changed", slug: unique() });
    step();
    await tx.add(clubModel, club.id, "seats", 5, {});
    step();
    await tx.transition(memberModel, joined.id, "status", "pending", "accepted", created);
    step();
    await tx.consume(voucherModel, { identifier: voucher.identifier });
    step();
    await tx.remove(clubModel, { id: other.id });
    step();
    await tx.remove(userWithHandle, { id: member.userId });
    step();
  };

  const look = async (): Promise<unknown> => [
    await db.find(clubModel, { id: club.id }),
    await db.find(clubModel, { id: other.id }),
    await db.find(clubModel, { slug: newSlug }),
    await db.find(memberModel, { id: member.id }),
    await db.count(memberModel, { userId: user.id }),
    await db.count(userWithHandle, { id: member.userId }),
  ];
  return { write, look, newSlug, voucher };
}

export function describeRollback(bench: Bench): void {
  describe("a rollback", () => {
    it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])("after %d writes leaves all rows as they were", async (stopAfter) => {
      const { write, look, newSlug, voucher } = await rollbackScene(bench);
      const before = await look();
      const outcome = await settle(() => bench.db.transaction((tx) => write(tx, stopAfter)));
      expect(outcome.isRejected && String(outcome.error)).toContain(`stopped after ${stopAfter} writes`);
      expect(await look(), `${stopAfter} writes were kept`).toEqual(before);
      row(await bench.db.insert(clubModel, { name: "Again", slug: newSlug }));
      const taken = await bench.db.consume(voucherModel, { identifier: voucher.identifier });
      expect(taken, "a secret was consumed by a transaction that was rolled back").toEqual(voucher);
    });

    it("of `transactionOn` leaves all rows as they were too", async () => {
      const club = await addClub(bench.db);
      const user = await addUser(bench.db);
      await settle(() =>
        inClub(bench.db, club, async (tx, locked) => {
          row(await tx.insert(memberModel, { clubId: club.id, userId: user.id }, locked));
          await tx.update(clubModel, club.id, { name: "Changed" });
          throw new Error("on purpose");
        }),
      );
      expect(await bench.db.find(clubModel, { id: club.id })).toEqual(club);
      expect(await bench.db.count(memberModel, { clubId: club.id })).toBe(0);
    });
  });
}

export function describeVisibility(bench: Bench): void {
  describe("READ COMMITTED", () => {
    it("other callers see a row only after its commit", async () => {
      const mark = unique();
      await bench.db.transaction(async (tx) => {
        row(await tx.insert(specimenModel, { mark }));
        const seen = await soon(tx, bench.db.count(specimenModel, { mark }));
        expect(seen === 0 || seen === "waiting", "an uncommitted row was seen from outside").toBe(true);
      });
      expect(await bench.db.count(specimenModel, { mark }), "a committed row is not seen").toBe(1);
    });

    it("other callers see a change or a removal only after its commit", async () => {
      const { id, name } = await addClub(bench.db);
      const other = await addClub(bench.db);
      await bench.db.transaction(async (tx) => {
        await tx.update(clubModel, id, { name: "Changed" });
        await tx.remove(clubModel, { id: other.id });
        const seen = await soon(tx, bench.db.find(clubModel, { id }));
        expect(seen === "waiting" || seen?.name === name, "an uncommitted change was seen").toBe(true);
        const gone = await soon(tx, bench.db.exists(clubModel, { id: other.id }));
        expect(gone === "waiting" || gone, "an uncommitted removal was seen").toBe(true);
      });
    });

    it("a second read sees commits since the first", async () => {
      const mark = unique();
      await bench.db.transaction(async (tx) => {
        expect(await tx.count(specimenModel, { mark })).toBe(0);
        const written = await soon(tx, bench.db.insert(specimenModel, { mark }));
        if (written === "waiting") return;
        // In a cluster, a commit at another node reaches this node within moments; an old snapshot never shows the
        // commit.
        const seen = () => tx.count(specimenModel, { mark });
        const message = "a committed row is not seen: REPEATABLE READ?";
        await expect.poll(seen, { message, timeout: bench.timeoutMilliseconds }).toBe(1);
      });
    });
  });
}

export function describeWaiting(bench: Bench): void {
  describe("READ COMMITTED", () => {
    it("a caller that waited for a parent sees the commit of its last lock owner", async () => {
      const club = await addClub(bench.db);
      const user = await addUser(bench.db);
      let second: Promise<number> | undefined;
      await inClub(bench.db, club, async (tx, locked) => {
        second = inClub(bench.db, club, (inner) => inner.count(memberModel, { clubId: club.id }));
        await readsIn(tx);
        row(await tx.insert(memberModel, { clubId: club.id, userId: user.id }, locked));
      });
      expect(await second, "a count under the lock does not see the member: an old snapshot").toBe(1);
    });

    it("a caller that waited for a row, after other reads, sees the commit of its last writer", async () => {
      const club = await addClub(bench.db);
      const user = await addUser(bench.db);
      let second: Promise<unknown> | undefined;
      let runs = 0;
      await inClub(bench.db, club, async (tx, locked) => {
        runs += 1;
        second ??= bench.db.transaction(async (inner) => {
          await inner.count(memberModel, { clubId: club.id });
          const added = await inner.add(clubModel, club.id, "seats", 1, { max: 2 });
          return [added?.seats, await inner.count(memberModel, { clubId: club.id })];
        });
        await readsIn(tx);
        await tx.add(clubModel, club.id, "seats", 1, {});
        row(await tx.insert(memberModel, { clubId: club.id, userId: user.id }, locked));
      });
      // With several writers a caller does not wait: the caller commits, and this work runs again afterwards.
      const expected = runs === 1 ? [2, 1] : [1, 0];
      expect(await second, "the sum or the count is of an old snapshot").toEqual(expected);
    });
  });
}
