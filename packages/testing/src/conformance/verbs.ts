import type { SessionRow } from "@keyhold/core";
import { before, sessionModel } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { addClub, addMember, addUser, type Bench, expectThrow, inClub, row, unique } from "./bench.js";
import { loose } from "./loose.js";
import { clubModel, memberModel, noteModel, specimenModel, userWithHandle, voucherModel } from "./models.js";

export function describeReading(bench: Bench): void {
  describe("find", () => {
    it("answers null when no row meets the conditions", async () => {
      expect(await bench.db.find(clubModel, { slug: unique() })).toBe(null);
    });

    it("answers one row by an index of several columns", async () => {
      const club = await addClub(bench.db);
      const member = await addMember(bench.db, club);
      const where = { clubId: club.id, userId: member.userId };
      expect(await bench.db.find(memberModel, where)).toEqual(member);
    });
  });

  describe("count and exists", () => {
    it("use the rows that meet the conditions", async () => {
      const mark = unique();
      expect(await bench.db.count(specimenModel, { mark })).toBe(0);
      expect(await bench.db.exists(specimenModel, { mark })).toBe(false);
      row(await bench.db.insert(specimenModel, { mark }));
      row(await bench.db.insert(specimenModel, { mark }));
      expect(await bench.db.count(specimenModel, { mark }), "`count` answers a number").toBe(2);
      expect(await bench.db.exists(specimenModel, { mark })).toBe(true);
    });
  });
}

async function openSession({ db }: Bench, userId: string): Promise<SessionRow> {
  const now = new Date(1_700_000_000_123);
  const given = { token: unique(), userId, expiresAt: now, createdAt: now, updatedAt: now };
  return row(await db.insert(sessionModel, given));
}

export function describeJoins(bench: Bench): void {
  describe("a row together with the row that it references", () => {
    it("is found with every column of both, under the model's name", async () => {
      const user = await addUser(bench.db, unique());
      const session = await openSession(bench, user.id);
      const found = await bench.db.find(sessionModel, { token: session.token }, { with: userWithHandle });
      expect(found, "the join mixed the columns of the two rows").toEqual({ ...session, user });
    });

    it("is null if the row does not exist", async () => {
      expect(await bench.db.find(sessionModel, { token: unique() }, { with: userWithHandle })).toBe(null);
    });

    it("is found inside a transaction that has just written both", async () => {
      const club = await addClub(bench.db);
      const user = await addUser(bench.db);
      const found = await inClub(bench.db, club, async (tx, locked) => {
        await tx.update(clubModel, club.id, { motto: "new" });
        await tx.insert(memberModel, { clubId: club.id, userId: user.id }, locked);
        return tx.find(memberModel, { clubId: club.id, userId: user.id }, { with: clubModel });
      });
      expect(found?.club, "the join does not see the transaction's own writes").toEqual({ ...club, motto: "new" });
    });
  });
}

export function describeJoinedLists(bench: Bench): void {
  describe("a row together with the row that it references", () => {
    it("is left out of a list if its reference is null", async () => {
      const club = await addClub(bench.db);
      const member = await addMember(bench.db, club);
      const reader = await addUser(bench.db);
      await bench.db.transactionOn(memberModel, member.id, async (tx, locked) => {
        await tx.insert(noteModel, { memberId: member.id, readerId: reader.id, body: "b" }, locked);
        await tx.insert(noteModel, { memberId: member.id, body: "a" }, locked);
      });
      const options = { orderBy: "body", limit: 9, with: userWithHandle } as const;
      const notes = await bench.db.list(noteModel, { memberId: member.id }, options);
      expect(notes.map((note) => [note.body, note.user])).toEqual([["b", reader]]);
    });

    it("is listed in order, with limit and cursor", async () => {
      const user = await addUser(bench.db);
      const sessions = [
        await openSession(bench, user.id),
        await openSession(bench, user.id),
        await openSession(bench, user.id),
      ];
      const expected = sessions.map(({ token }) => token).sort();
      const options = { orderBy: "token", limit: 2, with: userWithHandle } as const;
      const page = await bench.db.list(sessionModel, { userId: user.id }, options);
      expect(page.map(({ user: { id } }) => id)).toEqual([user.id, user.id]);
      const last = page[1];
      const cursor = last && { value: last.token, id: last.id };
      const next = await bench.db.list(sessionModel, { userId: user.id }, { ...options, cursor });
      expect([...page, ...next].map(({ token }) => token)).toEqual(expected);
    });

    it("is listed with some columns of both, by an order and a cursor of others", async () => {
      const user = await addUser(bench.db, unique());
      const sessions = [await openSession(bench, user.id), await openSession(bench, user.id)];
      const [first, second] = sessions.sort((one, other) => (one.token < other.token ? -1 : 1));
      if (!first || !second) throw new Error("Two sessions were opened.");
      const join = { with: userWithHandle, columns: ["createdAt"], withColumns: ["handle", "emailVerified"] } as const;
      const chosen = { createdAt: first.createdAt, user: { handle: user.handle, emailVerified: user.emailVerified } };
      const options = { ...join, orderBy: "token", limit: 1 } as const;
      const where = { userId: user.id };
      expect(await bench.db.list(sessionModel, where, options), "not the chosen columns").toEqual([chosen]);
      const cursor = { value: first.token, id: first.id };
      const { columns, ...withRow } = options;
      const { user: referenced, ...row } = (await bench.db.list(sessionModel, where, { ...withRow, cursor }))[0] ?? {};
      expect(row, "without `columns` a row has all of them").toEqual(second);
      expect(referenced).toEqual(chosen.user);
      const { withColumns, ...withUser } = options;
      const whole = await bench.db.list(sessionModel, where, { ...withUser, columns: [], cursor });
      expect(whole, "without `withColumns` the referenced row has all of them").toEqual([{ user }]);
    });

    it("fails with a column that its model does not have", async () => {
      const join = { orderBy: "token", limit: 1, with: userWithHandle };
      for (const chosen of [{ columns: ["handle"] }, { withColumns: ["token"] }, { withColumns: ["toString"] }]) {
        await expectThrow("a list with an unknown column was answered", () =>
          loose(bench.db).list(sessionModel, { userId: "x" }, { ...join, ...chosen }),
        );
      }
    });

    it("fails if no column references that model", async () => {
      const options = { with: voucherModel };
      await expectThrow("a join without a reference was answered", () =>
        loose(bench.db).find(sessionModel, { token: "x" }, options),
      );
    });
  });
}

export function describeUpdate(bench: Bench): void {
  describe("update", () => {
    it("changes the given columns only, and answers the row", async () => {
      const club = await addClub(bench.db);
      const updated = await bench.db.update(clubModel, club.id, { name: "New", motto: "m" });
      expect(updated, "the answer is not the new row").toEqual({ ...club, name: "New", motto: "m" });
      expect(await bench.db.find(clubModel, { id: club.id }), "the new row is not stored").toEqual(updated);
    });

    it("writes null, and leaves a column unchanged if its value is undefined", async () => {
      const club = await addClub(bench.db);
      await bench.db.update(clubModel, club.id, { name: "New", motto: "m" });
      const updated = await bench.db.update(clubModel, club.id, { name: undefined, motto: null });
      expect(updated).toEqual({ ...club, name: "New", motto: null });
    });

    it("answers the row unchanged if no column is given, and if the values are the same", async () => {
      const club = await addClub(bench.db);
      expect(await bench.db.update(clubModel, club.id, {}), "an empty patch").toEqual(club);
      expect(await bench.db.update(clubModel, club.id, { name: club.name }), "the same value").toEqual(club);
      expect(await bench.db.update(clubModel, unique(), {}), "an empty patch of no row").toBe(null);
    });

    it("answers null when the row is gone", async () => {
      expect(await bench.db.update(clubModel, unique(), { name: "New" })).toBe(null);
    });

    it("leaves other rows unchanged", async () => {
      const [one, other] = [await addClub(bench.db), await addClub(bench.db)];
      await bench.db.update(clubModel, one.id, { name: "New" });
      expect(await bench.db.find(clubModel, { id: other.id })).toEqual(other);
    });
  });
}

export function describeRejectedUpdates(bench: Bench): void {
  describe("update", () => {
    const refused: [string, object][] = [
      ["an unknown column", { nothing: 1 }],
      ["null in a required column", { name: null }],
      ["the id", { id: "other" }],
      ["a counter", { seats: 9 }],
    ];
    it.each(refused)("refuses %s", async (name, patch) => {
      const club = await addClub(bench.db);
      await expectThrow(`update changed ${name}`, () => loose(bench.db).update(clubModel, club.id, patch));
      expect(await bench.db.find(clubModel, { id: club.id })).toEqual(club);
    });
  });
}

export function describeTransition(bench: Bench): void {
  describe("transition", () => {
    it("moves a row that is in the expected state, and answers it", async () => {
      const club = await addClub(bench.db);
      const member = await addMember(bench.db, club);
      const moved = await inClub(bench.db, club, (tx, locked) =>
        tx.transition(memberModel, member.id, "status", "pending", "accepted", locked),
      );
      expect(moved).toEqual({ ...member, status: "accepted" });
      expect(await bench.db.find(memberModel, { id: member.id })).toEqual(moved);
    });

    it("answers null and changes no row if the row is in another state, or removed", async () => {
      const club = await addClub(bench.db);
      const member = await addMember(bench.db, club, { status: "canceled" });
      const moved = await inClub(bench.db, club, async (tx, locked) => [
        await tx.transition(memberModel, member.id, "status", "pending", "accepted", locked),
        await tx.transition(memberModel, unique(), "status", "pending", "accepted", locked),
      ]);
      expect(moved, "a row was moved from another state than the expected one").toEqual([null, null]);
      expect((await bench.db.find(memberModel, { id: member.id }))?.status).toBe("canceled");
    });
  });

  describe("add", () => {
    const bounds = { min: 0, max: 10 };

    it("adds and subtracts, and answers the row", async () => {
      const club = await addClub(bench.db);
      expect(await bench.db.add(clubModel, club.id, "seats", 7, {})).toEqual({ ...club, seats: 7 });
      expect(await bench.db.add(clubModel, club.id, "seats", -3, bounds)).toEqual({ ...club, seats: 4 });
      expect((await bench.db.find(clubModel, { id: club.id }))?.seats).toBe(4);
    });

    it("reaches its bounds and does not exceed them", async () => {
      const { id } = await addClub(bench.db);
      expect((await bench.db.add(clubModel, id, "seats", 10, bounds))?.seats, "the greatest is allowed").toBe(10);
      expect(await bench.db.add(clubModel, id, "seats", 1, bounds), "more than the greatest").toBe(null);
      expect((await bench.db.add(clubModel, id, "seats", -10, bounds))?.seats, "the smallest is allowed").toBe(0);
      expect(await bench.db.add(clubModel, id, "seats", -1, bounds), "less than the smallest").toBe(null);
      expect((await bench.db.find(clubModel, { id }))?.seats, "a sum out of bounds was stored").toBe(0);
    });

    it("answers the row when it adds zero, and null when the row is gone", async () => {
      const club = await addClub(bench.db);
      expect(await bench.db.add(clubModel, club.id, "seats", 0, bounds)).toEqual(club);
      expect(await bench.db.add(clubModel, unique(), "seats", 1, {})).toBe(null);
    });
  });
}

export function describeConsuming(bench: Bench): void {
  const issue = async (identifier: string, value = "", expiresAt = new Date(0)) =>
    row(await bench.db.insert(voucherModel, { identifier, value, expiresAt }));

  describe("consume", () => {
    it("answers the row and removes it", async () => {
      const voucher = await issue(unique(), "secret");
      expect(await bench.db.consume(voucherModel, { identifier: voucher.identifier })).toEqual(voucher);
      expect(await bench.db.consume(voucherModel, { identifier: voucher.identifier }), "a second use").toBe(null);
    });

    it("consumes a row that was found before, because finding does not consume it", async () => {
      const voucher = await issue(unique(), "secret");
      const { identifier } = voucher;
      expect(await bench.db.find(voucherModel, { identifier })).toEqual(voucher);
      expect(await bench.db.find(voucherModel, { identifier, value: "wrong" })).toBe(null);
      expect(await bench.db.consume(voucherModel, { identifier }), "it was used up by looking").toEqual(voucher);
      expect(await bench.db.find(voucherModel, { identifier }), "it exists after its use").toBe(null);
    });

    it("does not consume a row that does not meet every condition", async () => {
      const { identifier } = await issue(unique(), "right");
      expect(await bench.db.consume(voucherModel, { identifier, value: "wrong" })).toBe(null);
      expect(await bench.db.consume(voucherModel, { identifier, value: "right" })).not.toBe(null);
    });

    it("removes every row that meets the conditions, so that none can be used later", async () => {
      const { identifier } = await issue(unique());
      await issue(identifier);
      await issue(identifier);
      expect(await bench.db.consume(voucherModel, { identifier })).not.toBe(null);
      expect(await bench.db.consume(voucherModel, { identifier }), "a twin survived").toBe(null);
    });
  });
}

export function describeRemoving(bench: Bench): void {
  describe("remove", () => {
    it("answers the number of removed rows, and removes no other", async () => {
      const mark = unique();
      for (const weight of [1, 1, 2]) row(await bench.db.insert(specimenModel, { mark, weight }));
      expect(await bench.db.remove(specimenModel, { mark, weight: 1 })).toBe(2);
      expect(await bench.db.remove(specimenModel, { mark, weight: 1 }), "no row was left to remove").toBe(0);
      expect(await bench.db.count(specimenModel, { mark })).toBe(1);
    });

    it("removes expired one-time rows, outside a transaction and inside", async () => {
      const value = unique();
      const issue = async (year: number): Promise<string> =>
        row(
          await bench.db.insert(voucherModel, { identifier: unique(), value, expiresAt: new Date(Date.UTC(year, 0)) }),
        ).identifier;
      const [first, second, third] = [await issue(2001), await issue(2002), await issue(2003)];
      const over = (year: number) => ({ value, expiresAt: before(new Date(Date.UTC(year, 0))) });
      expect(await bench.db.remove(voucherModel, over(2002))).toBe(1);
      expect(await bench.db.transaction((tx) => tx.remove(voucherModel, over(2003)))).toBe(1);
      expect(await bench.db.remove(voucherModel, over(2003)), "no row was left to remove").toBe(0);
      const found = [first, second, third].map((identifier) => bench.db.consume(voucherModel, { identifier }));
      expect((await Promise.all(found)).map((voucher) => voucher !== null)).toEqual([false, false, true]);
    });
  });
}
