import type { Tx } from "@keyhold/core/adapter";
import { isConflict } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { addClub, type Bench, expectThrow, inClub, row, settle, unique } from "./bench.js";
import { loose } from "./loose.js";
import { clubModel, memberModel, specimenModel, voucherModel } from "./models.js";

/** For an adapter without `insertMany`. */
const insertOne = (tx: Tx): Promise<unknown> => tx.insert(clubModel, { name: "N", slug: unique() });

export function describeConflictInTransaction(bench: Bench): void {
  const verbs: [string, (tx: Tx, id: string) => Promise<unknown>][] = [
    ["find", (tx, id) => tx.find(clubModel, { id })],
    ["list", (tx, id) => tx.list(clubModel, { id }, { orderBy: "id", limit: 1 })],
    ["count", (tx, id) => tx.count(clubModel, { id })],
    ["exists", (tx, id) => tx.exists(clubModel, { id })],
    ["insert", (tx) => tx.insert(clubModel, { name: "N", slug: unique() })],
    ["insertMany", (tx) => loose(tx).insertMany?.(clubModel, [{ name: "N", slug: unique() }]) ?? insertOne(tx)],
    ["update", (tx, id) => tx.update(clubModel, id, { name: "N" })],
    ["add", (tx, id) => tx.add(clubModel, id, "seats", 1, {})],
    ["consume", (tx) => tx.consume(voucherModel, { identifier: "none" })],
    ["remove", (tx, id) => tx.remove(clubModel, { id })],
  ];

  describe("after a conflict inside a transaction", () => {
    it.each(verbs)("%s fails", async (name, verb) => {
      const club = await addClub(bench.db);
      let isRejected = false;
      await settle(() =>
        bench.db.transaction(async (tx) => {
          expect(isConflict(await tx.insert(clubModel, { name: "N", slug: club.slug }))).toBe(true);
          isRejected = (await settle(() => verb(tx, club.id))).isRejected;
          throw new Error("rolled back");
        }),
      );
      expect(isRejected, `${name} was possible after a conflict`).toBe(true);
      expect(await bench.db.find(clubModel, { id: club.id }), `${name} was kept`).toEqual(club);
    });
  });
}

export function describeEndedTransactions(bench: Bench): void {
  describe("a transaction that goes on after a conflict", () => {
    it("is rolled back with an error", async () => {
      const { slug } = await addClub(bench.db);
      const mark = unique();
      await expectThrow("a transaction was committed after a conflict", () =>
        bench.db.transaction(async (tx) => {
          row(await tx.insert(specimenModel, { mark }));
          await tx.insert(clubModel, { name: "N", slug });
          return "as if there were no conflict";
        }),
      );
      expect(await bench.db.count(specimenModel, { mark }), "the half before the conflict was kept").toBe(0);
    });

    it("is rolled back if the conflict was in an update", async () => {
      const [one, other] = [await addClub(bench.db), await addClub(bench.db)];
      await expectThrow("a transaction was committed after a conflict", () =>
        inClub(bench.db, one, async (tx) => {
          await tx.add(clubModel, one.id, "seats", 1, {});
          await tx.update(clubModel, one.id, { slug: other.slug });
        }),
      );
      expect(await bench.db.find(clubModel, { id: one.id })).toEqual(one);
    });

    it("may throw its own error, which the caller gets", async () => {
      const { slug } = await addClub(bench.db);
      const taken = new Error("taken");
      const outcome = await settle(() =>
        bench.db.transaction(async (tx) => {
          if (isConflict(await tx.insert(clubModel, { name: "N", slug }))) throw taken;
        }),
      );
      expect(outcome.isRejected && outcome.error).toBe(taken);
    });
  });
}

export function describeFailedVerbs(bench: Bench): void {
  describe("after a failed verb inside a transaction", () => {
    it("no write is kept, even if the work catches the error", async () => {
      const mark = unique();
      await expectThrow("a transaction was committed although one of its writes was refused", () =>
        bench.db.transaction(async (tx) => {
          const club = row(await tx.insert(clubModel, { name: mark, slug: mark }));
          await settle(() => tx.insert(memberModel, { clubId: club.id, userId: unique() }, club));
        }),
      );
      expect(await bench.db.count(clubModel, { slug: mark }), "the writes before the failure were kept").toBe(0);
    });
  });
}

export function describeLateVerbs(bench: Bench): void {
  describe("after the end of a transaction", () => {
    it.each(["commit", "rollback"])("its verbs fail (%s)", async (end) => {
      const mark = unique();
      let late: Tx | undefined;
      await settle(() =>
        bench.db.transaction(async (tx) => {
          late = tx;
          if (end === "rollback") throw new Error("on purpose");
        }),
      );
      await expectThrow("a write after the end was accepted", () => late?.insert(specimenModel, { mark }));
      await expectThrow("a read after the end was accepted", () => late?.count(specimenModel, { mark }));
      expect(await bench.db.count(specimenModel, { mark }), "a write after the end was kept").toBe(0);
    });
  });
}
