import { userModel } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { addClub, addMember, addUser, type Bench, expectThrow, row, unique } from "./bench.js";
import { loose } from "./loose.js";
import { orderModel, specimenModel, userWithHandle } from "./models.js";
import { keepSpecimen } from "./values.js";

export function describeStoredRows(bench: Bench): void {
  describe("a new row", () => {
    it("is answered as it is stored, with every column of the model", async () => {
      const inserted = row(await bench.db.insert(specimenModel, { mark: unique(), remark: "kept" }));
      const found = await bench.db.find(specimenModel, { id: inserted.id });
      expect(inserted, "`insert` answers another row than the stored one").toEqual(found);
      expect(Object.keys(inserted).sort(), "columns are missing").toEqual(Object.keys(specimenModel.columns).sort());
    });

    it("has null in every optional column that the insert omits", async () => {
      const { remark, isRare, lostAt, height, document, serial } = await keepSpecimen(bench, { serial: undefined });
      expect([remark, isRare, lostAt, height, document, serial], "no value is null").toEqual(Array(6).fill(null));
    });

    it("accepts an explicit null in an optional column", async () => {
      const kept = await keepSpecimen(bench, {
        remark: null,
        isRare: null,
        lostAt: null,
        height: null,
        document: null,
      });
      expect([kept.remark, kept.isRare, kept.lostAt, kept.height, kept.document]).toEqual(Array(5).fill(null));
    });
  });
}

export function describeNewRows(bench: Bench): void {
  describe("a new row", () => {
    it("gets its defaults, its first state and zero in its counter", async () => {
      const club = await addClub(bench.db);
      const member = await addMember(bench.db, club);
      const { role, status, visits } = member;
      expect({ role, status, visits, seats: club.seats }, "a default is missing").toEqual({
        role: "member",
        status: "pending",
        visits: 0,
        seats: 0,
      });
      expect(member.id.length, "an id was not made").toBeGreaterThan(0);
    });

    it("keeps given values that are falsy instead of the defaults", async () => {
      const kept = await keepSpecimen(bench, {
        body: "",
        isSmall: false,
        weight: 0,
        foundAt: new Date(0),
        document: 0,
      });
      expect([kept.body, kept.isSmall, kept.weight, kept.foundAt.getTime(), kept.document]).toEqual([
        "",
        false,
        0,
        0,
        0,
      ]);
    });

    it("keeps the id of the insert", async () => {
      const id = unique();
      expect((await keepSpecimen(bench, { id })).id, "another id was stored").toBe(id);
    });
  });
}

export function describeRejectedRows(bench: Bench): void {
  describe("a row that does not fit its model", () => {
    const refused: [string, object][] = [
      ["without a required column", { limit: 1, from: new Date(), primary: true }],
      ["with null in a required column", { group: null, limit: 1, from: new Date(), primary: true }],
      ["with a column that the model does not have", { group: "a", limit: 1, from: new Date(), primary: true, no: 1 }],
    ];
    it.each(refused)("is refused: %s", async (name, values) => {
      await expectThrow(`a row ${name} was accepted`, () => loose(bench.db).insert(orderModel, values));
    });
  });
}

export function describeSqlWords(bench: Bench): void {
  describe("names that are words of SQL", () => {
    it("work in every verb", async () => {
      const group = unique();
      const given = { group, limit: 3, from: new Date(5), primary: true };
      const { id } = row(await bench.db.insert(orderModel, given));
      row(await bench.db.update(orderModel, id, { select: "all" }));
      const options = { orderBy: "from", limit: 5 } as const;
      expect(await bench.db.list(orderModel, { group, primary: true }, options)).toEqual([
        { ...given, id, select: "all" },
      ]);
      expect(await bench.db.remove(orderModel, { group })).toBe(1);
    });
  });
}

export function describeAddedColumns(bench: Bench): void {
  describe("a column that a plugin adds", () => {
    it("is written, found and answered like any other", async () => {
      const handle = unique();
      const user = await addUser(bench.db, handle);
      const found = await bench.db.find(userWithHandle, { handle });
      expect(found, "a row was not found by a plugin's column").toEqual(user);
    });

    it("is kept in rows that are written through the core's own model", async () => {
      const user = await addUser(bench.db, unique());
      row(await bench.db.update(userModel, user.id, { name: "New" }));
      expect(await bench.db.find(userWithHandle, { id: user.id })).toEqual({ ...user, name: "New" });
    });
  });
}
