import { isConflict, type Locked } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { addClub, addMember, addUser, type Bench, expectThrow, inClub, type MemberRow, row, unique } from "./bench.js";
import { type LooseVerbs, loose } from "./loose.js";
import { clubModel, memberModel, noteModel } from "./models.js";

/** Every verb that writes a member, with `parent` as the locked parent. */
const childWrites = (member: MemberRow, clubId: string, userId: string) =>
  [
    ["insert", (verbs: LooseVerbs, parent?: object) => verbs.insert(memberModel, { clubId, userId }, parent)],
    ["update", (verbs: LooseVerbs, parent?: object) => verbs.update(memberModel, member.id, { role: "x" }, parent)],
    [
      "transition",
      (verbs: LooseVerbs, parent?: object) =>
        verbs.transition(memberModel, member.id, "status", "pending", "accepted", parent),
    ],
    ["add", (verbs: LooseVerbs, parent?: object) => verbs.add(memberModel, member.id, "visits", 1, {}, parent)],
    ["remove", (verbs: LooseVerbs, parent?: object) => verbs.remove(memberModel, { id: member.id }, parent)],
  ] as const;

async function scene({ db }: Bench) {
  const [club, other, user] = [await addClub(db), await addClub(db), await addUser(db)];
  const member = await addMember(db, club);
  const isUntouched = async (): Promise<boolean> => {
    const [kept, count] = [
      await db.find(memberModel, { id: member.id }),
      await db.count(memberModel, { userId: user.id }),
    ];
    return count === 0 && JSON.stringify(kept) === JSON.stringify(member);
  };
  return { club, other, user, member, isUntouched, writes: childWrites(member, club.id, user.id) };
}

export function describeTransactionOn(bench: Bench): void {
  describe("transactionOn", () => {
    it("answers null and does not run its work if the parent does not exist", async () => {
      let isRun = false;
      const answer = await bench.db.transactionOn(clubModel, unique(), async () => {
        isRun = true;
        return "ran";
      });
      expect([answer, isRun], "work was run without a parent").toEqual([null, false]);
    });

    it("hands out the row as it is once it is locked", async () => {
      const club = await addClub(bench.db);
      let second: Promise<Locked<typeof clubModel>> | undefined;
      await inClub(bench.db, club, async (tx, locked) => {
        expect({ ...locked }, "the locked row is not the stored row").toEqual(club);
        second = inClub(bench.db, club, async (_, later) => later);
        await tx.update(clubModel, club.id, { name: "Changed" });
      });
      expect((await second)?.name, "the locked row is older than the lock").toBe("Changed");
    });

    it("lets every verb write children of the locked parent", async () => {
      const { club, user, member } = await scene(bench);
      const seen = await inClub(bench.db, club, async (tx, locked) => [
        isConflict(await tx.insert(memberModel, { clubId: club.id, userId: user.id }, locked)),
        row(await tx.update(memberModel, member.id, { role: "x" }, locked))?.role,
        (await tx.transition(memberModel, member.id, "status", "pending", "accepted", locked))?.status,
        (await tx.add(memberModel, member.id, "visits", 1, {}, locked))?.visits,
        await tx.remove(memberModel, { id: member.id }, locked),
      ]);
      expect(seen).toEqual([false, "x", "accepted", 1, 1]);
    });

    it("may be a parent of children with children", async () => {
      const { member } = await scene(bench);
      const note = await bench.db.transactionOn(memberModel, member.id, async (tx, locked) =>
        row(await tx.insert(noteModel, { memberId: member.id, body: "b" }, locked)),
      );
      expect(note && (await bench.db.find(noteModel, { id: note.id }))).toEqual(note);
    });
  });

  describe("a row that a transaction has inserted", () => {
    it("is locked by it, and can get children", async () => {
      const user = await addUser(bench.db);
      const id = await bench.db.transaction(async (tx) => {
        const club = row(await tx.insert(clubModel, { name: "N", slug: unique() }));
        const member = row(await tx.insert(memberModel, { clubId: club.id, userId: user.id }, club));
        row(await tx.insert(noteModel, { memberId: member.id, body: "b" }, member));
        return member.id;
      });
      expect(await bench.db.count(noteModel, { memberId: id })).toBe(1);
    });
  });
}

export function describeUnlocked(bench: Bench): void {
  describe("a child cannot be written", () => {
    it("outside a transaction", async () => {
      const { writes, club, isUntouched } = await scene(bench);
      for (const [verb, write] of writes) {
        await expectThrow(`${verb} of a child succeeded without a parent`, () => write(loose(bench.db)));
        await expectThrow(`${verb} of a child took an unheld row`, () => write(loose(bench.db), club));
      }
      expect(await isUntouched(), "a failed write was kept").toBe(true);
    });

    it("in a transaction that locks no parent, or another one", async () => {
      const { writes, club, other, isUntouched } = await scene(bench);
      for (const [verb, write] of writes) {
        await expectThrow(`${verb} of a child succeeded without a parent`, () =>
          bench.db.transaction((tx) => write(loose(tx))),
        );
        await expectThrow(`${verb} of a child accepted a row that was only read`, () =>
          bench.db.transaction(async (tx) => write(loose(tx), (await tx.find(clubModel, { id: club.id })) ?? {})),
        );
        await expectThrow(`${verb} of a child accepted another parent than the locked one`, () =>
          inClub(bench.db, other, (tx) => write(loose(tx), club)),
        );
      }
      expect(await isUntouched(), "a failed write was kept").toBe(true);
    });

    it("with a row that an earlier transaction locked", async () => {
      const { writes, club, isUntouched } = await scene(bench);
      const earlier = await inClub(bench.db, club, async (_, locked) => locked);
      for (const [verb, write] of writes) {
        await expectThrow(`${verb} of a child accepted a parent whose lock has ended`, () =>
          bench.db.transaction((tx) => write(loose(tx), earlier)),
        );
      }
      expect(await isUntouched(), "a failed write was kept").toBe(true);
    });

    it("with a locked row of another model that has the same id", async () => {
      const { writes, club, user, isUntouched } = await scene(bench);
      const member = await addMember(bench.db, club, { id: club.id });
      for (const [verb, write] of writes) {
        await expectThrow(`${verb} of a child took a row of another model`, () =>
          bench.db.transactionOn(memberModel, member.id, (tx, locked) => write(loose(tx), locked)),
        );
      }
      expect(await isUntouched(), `a failed write was kept for ${user.id}`).toBe(true);
    });
  });
}

export function describeOtherParents(bench: Bench): void {
  describe("with one locked parent, a transaction", () => {
    it("never inserts a child of another", async () => {
      const { club, other, user, isUntouched } = await scene(bench);
      await expectThrow("a child of another parent was inserted", () =>
        inClub(bench.db, other, (tx, locked) => tx.insert(memberModel, { clubId: club.id, userId: user.id }, locked)),
      );
      expect(await isUntouched(), "a failed write was kept").toBe(true);
    });

    it("never changes or removes a child of another", async () => {
      const { other, member, isUntouched } = await scene(bench);
      const seen = await inClub(bench.db, other, async (tx, locked) => [
        await tx.update(memberModel, member.id, { role: "x" }, locked),
        await tx.update(memberModel, member.id, {}, locked),
        await tx.transition(memberModel, member.id, "status", "pending", "accepted", locked),
        await tx.add(memberModel, member.id, "visits", 1, {}, locked),
        await tx.remove(memberModel, { id: member.id }, locked),
        await tx.remove(memberModel, { clubId: member.clubId }, locked),
      ]);
      expect(seen, "a child of another parent was changed").toEqual([null, null, null, null, 0, 0]);
      expect(await isUntouched(), "a child of another parent was changed").toBe(true);
    });

    it("never moves a child to another", async () => {
      const { club, other, member, isUntouched } = await scene(bench);
      await expectThrow("a child was moved to a parent that is not held", () =>
        inClub(bench.db, club, (tx, locked) => tx.update(memberModel, member.id, { clubId: other.id }, locked)),
      );
      expect(await isUntouched(), "a failed write was kept").toBe(true);
    });
  });
}
