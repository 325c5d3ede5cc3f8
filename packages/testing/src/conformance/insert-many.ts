import type { Tx } from "@keyhold/core/adapter";
import { isConflict, type Model } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { addClub, addUser, type Bench, expectThrow, inClub, settle, unique } from "./bench.js";
import { loose } from "./loose.js";
import { clubModel, memberModel, noteModel, orderModel, specimenModel } from "./models.js";

/** Inserts by `insertMany`; with an adapter that lacks the verb, row by row. */
async function insertAll(tx: Tx, model: Model, rows: readonly object[], parent?: object): Promise<unknown> {
  const { insert, insertMany } = loose(tx);
  if (insertMany) return insertMany(model, rows, parent);
  const inserted: unknown[] = [];
  for (const one of rows) {
    const answer = await insert(model, one, parent);
    if (isConflict(answer)) return answer;
    inserted.push(answer);
  }
  return inserted;
}

/** More than the parameters of a statement. */
const manyRows = 120;

export function describeInsertingMany(bench: Bench): void {
  describe("insertMany", () => {
    it("stores every value as `insert` does, and answers the rows in their order", async () => {
      const mark = unique();
      const rows = [
        { mark, body: "'; -- ?", remark: "kept", foundAt: new Date(1), weight: -7, document: { a: [1, null] } },
        { mark, isSmall: true, isRare: false, lostAt: new Date("2024-02-29T12:00:00.123Z"), height: 2 ** 31 },
        { mark, serial: unique(), document: null, remark: null },
      ];
      const many = await bench.db.transaction((tx) => insertAll(tx, specimenModel, rows));
      const stored = await Promise.all(
        (many as readonly { readonly id: string }[]).map(({ id }) => bench.db.find(specimenModel, { id })),
      );
      expect(many, "the answer differs from the stored rows").toEqual(stored);
      const bare = (row: object | null) => ({ ...row, id: "", mark: "", serial: "" });
      const single: (object | null)[] = [];
      for (const one of rows) {
        const other = { ...one, mark: unique(), ...("serial" in one && { serial: unique() }) };
        const inserted = await bench.db.insert(specimenModel, other);
        if (!isConflict(inserted)) single.push(await bench.db.find(specimenModel, { id: inserted.id }));
      }
      expect(stored.map(bare), "a value is stored in another way").toEqual(single.map(bare));
    });

    it("stores more rows than one statement has parameters for", async () => {
      const mark = unique();
      const rows = Array.from({ length: manyRows }, (_, weight) => ({ mark, weight }));
      const many = await bench.db.transaction((tx) => insertAll(tx, specimenModel, rows));
      expect((many as readonly { readonly weight: number }[]).map(({ weight }) => weight)).toEqual(
        rows.map(({ weight }) => weight),
      );
      expect(await bench.db.count(specimenModel, { mark }), "a row is missing").toBe(manyRows);
    });

    it("takes names that are words of SQL", async () => {
      const group = unique();
      const rows = [1, 2].map((limit) => ({ group, limit, from: new Date(0), primary: true }));
      await bench.db.transaction((tx) => insertAll(tx, orderModel, rows));
      expect(await bench.db.count(orderModel, { group })).toBe(2);
    });

    it.each(["a stored row", "a row of the same call"])(
      "answers a conflict with %s, and keeps no row",
      async (other) => {
        const [mark, serial] = [unique(), unique()];
        if (other === "a stored row") await bench.db.insert(specimenModel, { mark: unique(), serial });
        const rows = [
          { mark, serial: unique() },
          { mark, serial },
          { mark, serial: other === "a stored row" ? null : serial },
        ];
        let column = "";
        await settle(() =>
          bench.db.transaction(async (tx) => {
            const answer = await insertAll(tx, specimenModel, rows);
            if (isConflict(answer)) column = answer.column;
            throw new Error("rolled back");
          }),
        );
        expect(column, "the conflict was not answered").toBe("serial");
        expect(await bench.db.count(specimenModel, { mark }), "a row of a conflict was kept").toBe(0);
      },
    );

    it("writes children of the locked parent, which are locked themselves", async () => {
      const club = await addClub(bench.db);
      const users = [await addUser(bench.db), await addUser(bench.db)];
      await inClub(bench.db, club, async (tx, locked) => {
        const rows = users.map(({ id: userId }) => ({ clubId: club.id, userId }));
        const [member] = (await insertAll(tx, memberModel, rows, locked)) as readonly { readonly id: string }[];
        await loose(tx).insert(noteModel, { memberId: member?.id, body: "a child of a new row" }, member);
      });
      expect(await bench.db.count(memberModel, { clubId: club.id })).toBe(2);
    });
  });
}

export function describeInsertingManyRules(bench: Bench): void {
  describe("insertMany", () => {
    it("writes no row of an empty list", async () => {
      expect(await bench.db.transaction((tx) => insertAll(tx, specimenModel, []))).toEqual([]);
    });

    it("gives each row its own defaults", async () => {
      const rows = [{ mark: unique() }, { mark: unique() }];
      const many = await bench.db.transaction((tx) => insertAll(tx, specimenModel, rows));
      const ids = (many as readonly { readonly id: string }[]).map(({ id }) => id);
      expect(new Set(ids).size, "two rows have one id").toBe(2);
    });

    it.each([
      ["of another parent", true],
      ["without a locked parent", false],
    ])("refuses a child %s, and keeps no row", async (_, isLocked) => {
      const [club, other] = [await addClub(bench.db), await addClub(bench.db)];
      const users = [await addUser(bench.db), await addUser(bench.db)];
      const rows = users.map(({ id: userId }, index) => ({ clubId: (index === 0 ? club : other).id, userId }));
      await expectThrow("a child was written outside of its locked parent", () =>
        inClub(bench.db, club, (tx, locked) => insertAll(tx, memberModel, rows, isLocked ? locked : undefined)),
      );
      for (const { id: clubId } of [club, other])
        expect(await bench.db.count(memberModel, { clubId }), "a child was kept").toBe(0);
    });

    it("refuses a row that does not fit its model, and keeps no row", async () => {
      const slug = unique();
      await expectThrow("a row without a required column was written", () =>
        bench.db.transaction((tx) => insertAll(tx, clubModel, [{ name: "Club", slug }, { slug: unique() }])),
      );
      expect(await bench.db.count(clubModel, { slug }), "a row was kept").toBe(0);
    });
  });
}
