import { isConflict } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { addClub, addMember, addUser, type Bench, expectThrow, inClub, row, settle, unique } from "./bench.js";
import { clubModel, memberModel, noteModel, orderModel, specimenModel, userWithHandle } from "./models.js";

/** Fails unless `answer` is a conflict on this column. */
function expectConflict(answer: unknown, model: string, column: string): void {
  expect(isConflict(answer), `no conflict was answered for "${model}.${column}"`).toBe(true);
  if (!isConflict(answer)) return;
  expect([answer.model, answer.column], "the conflict names another column").toEqual([model, column]);
}

export function describeConflicts(bench: Bench): void {
  describe("a unique index", () => {
    it("makes insert answer a conflict that names the column", async () => {
      const club = await addClub(bench.db);
      const answer = await bench.db.insert(clubModel, { name: "Other", slug: club.slug });
      expectConflict(answer, "club", "slug");
      expect(await bench.db.count(clubModel, { slug: club.slug }), "the row was stored twice").toBe(1);
    });

    it("stands behind the id too", async () => {
      const club = await addClub(bench.db);
      expectConflict(await bench.db.insert(clubModel, { id: club.id, name: "N", slug: unique() }), "club", "id");
    });

    it("makes update answer a conflict and change no row", async () => {
      const [one, other] = [await addClub(bench.db), await addClub(bench.db)];
      expectConflict(await bench.db.update(clubModel, one.id, { name: "N", slug: other.slug }), "club", "slug");
      expect(await bench.db.find(clubModel, { id: one.id })).toEqual(one);
    });

    it("lets a row keep its own value", async () => {
      const club = await addClub(bench.db);
      expect(await bench.db.update(clubModel, club.id, { slug: club.slug, name: "N" })).toEqual({ ...club, name: "N" });
    });

    it("on a plugin's column names that column", async () => {
      const handle = unique();
      const user = await addUser(bench.db, handle);
      const { id: _, ...twin } = { ...user, email: `${unique()}@example.com` };
      expectConflict(await bench.db.insert(userWithHandle, twin), "user", "handle");
    });

    it("of several columns names the first, and lets each repeat alone", async () => {
      const group = unique();
      const given = { group, limit: 1, from: new Date(0), primary: false };
      row(await bench.db.insert(orderModel, given));
      row(await bench.db.insert(orderModel, { ...given, limit: 2 }));
      row(await bench.db.insert(orderModel, { ...given, group: unique() }));
      expectConflict(await bench.db.insert(orderModel, given), "order", "group");
    });

    it("of several columns makes update answer a conflict", async () => {
      const given = { group: unique(), limit: 1, from: new Date(0), primary: false };
      row(await bench.db.insert(orderModel, given));
      const { id } = row(await bench.db.insert(orderModel, { ...given, limit: 2 }));
      expectConflict(await bench.db.update(orderModel, id, { limit: 1 }), "order", "group");
    });
  });
}

export function describeFreeValues(bench: Bench): void {
  describe("a unique index", () => {
    it("lets any number of rows be without a value", async () => {
      const mark = unique();
      row(await bench.db.insert(specimenModel, { mark }));
      row(await bench.db.insert(specimenModel, { mark, serial: null }));
      expect(await bench.db.count(specimenModel, { mark, serial: null })).toBe(2);
    });

    it("is free again when its row is gone or has another value", async () => {
      const { id, slug } = await addClub(bench.db);
      row(await bench.db.update(clubModel, id, { slug: unique() }));
      const second = row(await bench.db.insert(clubModel, { name: "Second", slug }));
      await bench.db.remove(clubModel, { id: second.id });
      row(await bench.db.insert(clubModel, { name: "Third", slug }));
    });
  });
}

export function describeMissingReferences(bench: Bench): void {
  describe("a reference", () => {
    it("to a row that does not exist fails, on insert and on update", async () => {
      const club = await addClub(bench.db);
      const member = await addMember(bench.db, club);
      await expectThrow("a row was inserted that references nothing", () =>
        inClub(bench.db, club, (tx, locked) => tx.insert(memberModel, { clubId: club.id, userId: unique() }, locked)),
      );
      await expectThrow("a row was changed to reference nothing", () =>
        inClub(bench.db, club, (tx, locked) => tx.update(memberModel, member.id, { userId: unique() }, locked)),
      );
      expect(await bench.db.count(memberModel, { clubId: club.id }), "a failed row was stored").toBe(1);
    });
  });
}

export function describeReferences(bench: Bench): void {
  const addNote = async (memberId: string, readerId: string | null = null) =>
    bench.db.transactionOn(memberModel, memberId, async (tx, locked) =>
      row(await tx.insert(noteModel, { memberId, readerId, body: "b" }, locked)),
    );

  describe("a reference", () => {
    it("may be missing where the column is optional", async () => {
      const member = await addMember(bench.db, await addClub(bench.db));
      expect((await addNote(member.id))?.readerId).toBe(null);
    });

    it("removes its row together with the referenced row, and rows that reference that one, and answers the direct ones", async () => {
      const club = await addClub(bench.db);
      const [one, two] = [await addMember(bench.db, club), await addMember(bench.db, club)];
      const bystander = await addMember(bench.db, await addClub(bench.db));
      for (const member of [one, two, bystander]) await addNote(member.id);

      expect(await bench.db.remove(clubModel, { id: club.id }), "rows removed along were counted").toBe(1);
      expect(await bench.db.count(memberModel, { clubId: club.id }), "members without a club were left").toBe(0);
      expect(await bench.db.count(noteModel, { memberId: one.id }), "notes without a member were left").toBe(0);
      expect(await bench.db.count(noteModel, { memberId: bystander.id }), "another member's note was removed").toBe(1);
    });

    it("that is optional removes its row together with the referenced row", async () => {
      const member = await addMember(bench.db, await addClub(bench.db));
      const reader = await addUser(bench.db);
      await addNote(member.id, reader.id);
      await addNote(member.id, null);
      await bench.db.remove(userWithHandle, { id: reader.id });
      expect(await bench.db.count(noteModel, { memberId: member.id })).toBe(1);
    });

    it("removes no row when the transaction is rolled back", async () => {
      const club = await addClub(bench.db);
      const member = await addMember(bench.db, club);
      await settle(() =>
        inClub(bench.db, club, async (tx) => {
          await tx.remove(clubModel, { id: club.id });
          throw new Error("rolled back");
        }),
      );
      expect(await bench.db.find(memberModel, { id: member.id }), "a cascade outlived its rollback").toEqual(member);
    });
  });
}
