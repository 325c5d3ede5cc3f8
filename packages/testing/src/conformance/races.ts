import { isConflict } from "@keyhold/core/plugin";
import { describe, expect } from "vitest";
import { addClub, addMember, addUser, type Bench, inClub, row, unique } from "./bench.js";
import { clubModel, memberModel, voucherModel } from "./models.js";
import { answers, callers, Rejected, race, raceTest, surprises } from "./race.js";

export function describeVerbRaces(bench: Bench): void {
  describe(`of ${callers} callers at once`, () => {
    raceTest(bench, "one consumes a secret", async () => {
      const { identifier } = row(
        await bench.db.insert(voucherModel, { identifier: unique(), value: "v", expiresAt: new Date(0) }),
      );
      const outcomes = await race(() => bench.db.consume(voucherModel, { identifier }));
      expect(surprises(outcomes), "taking failed").toEqual([]);
      expect(answers(outcomes).filter(Boolean), "a secret was used more or less than once").toHaveLength(1);
    });

    raceTest(bench, "one consumes a secret, together with its effect", async () => {
      const [club, identifier] = [await addClub(bench.db), unique()];
      row(await bench.db.insert(voucherModel, { identifier, value: "v", expiresAt: new Date(0) }));
      const outcomes = await race(() =>
        bench.db.transaction(async (tx) => {
          if (!(await tx.consume(voucherModel, { identifier }))) throw new Rejected();
          return tx.add(clubModel, club.id, "seats", 1, {});
        }),
      );
      expect(surprises(outcomes), "taking failed").toEqual([]);
      expect((await bench.db.find(clubModel, { id: club.id }))?.seats, "the effect happened more than once").toBe(1);
    });

    raceTest(bench, "one moves a state, with different target states", async () => {
      const club = await addClub(bench.db);
      const { id } = await addMember(bench.db, club);
      const states = ["accepted", "rejected", "canceled"] as const;
      const outcomes = await race((caller) => {
        const to = states[caller % 3] ?? "accepted";
        return inClub(bench.db, club, (tx, locked) => tx.transition(memberModel, id, "status", "pending", to, locked));
      });
      expect(surprises(outcomes), "a transition failed").toEqual([]);
      const winners = answers(outcomes).filter((answer) => answer !== null);
      expect(winners, "a state was left more or less than once").toHaveLength(1);
      const kept = await bench.db.find(memberModel, { id });
      expect(kept?.status, "the stored state is not the winner's").toBe(winners[0]?.status);
    });
  });
}

export function describeUniqueRaces(bench: Bench): void {
  describe(`of ${callers} callers at once`, () => {
    raceTest(bench, "one inserts a unique value, the others get a conflict", async () => {
      const slug = unique();
      const outcomes = await race(() => bench.db.insert(clubModel, { name: "N", slug }));
      expect(surprises(outcomes), "a conflict was thrown instead of answered").toEqual([]);
      expect(answers(outcomes).filter(isConflict), "not all others got a conflict").toHaveLength(callers - 1);
      expect(await bench.db.count(clubModel, { slug }), "a unique value exists more than once").toBe(1);
    });

    raceTest(bench, "one changes its row to a unique value, the others get a conflict", async () => {
      const slug = unique();
      const clubs = await Promise.all(Array.from({ length: callers }, () => addClub(bench.db)));
      const outcomes = await race((caller) => bench.db.update(clubModel, clubs[caller]?.id ?? "", { slug }));
      expect(surprises(outcomes), "a conflict was thrown instead of answered").toEqual([]);
      expect(answers(outcomes).filter(isConflict), "not all others got a conflict").toHaveLength(callers - 1);
      expect(await bench.db.count(clubModel, { slug }), "a unique value exists more than once").toBe(1);
    });

    raceTest(bench, "one creates a unique parent with its child; the others write no row", async () => {
      const [slug, user] = [unique(), await addUser(bench.db)];
      const outcomes = await race(() =>
        bench.db.transaction(async (tx) => {
          const club = await tx.insert(clubModel, { name: "N", slug });
          if (isConflict(club)) throw new Rejected();
          return row(await tx.insert(memberModel, { clubId: club.id, userId: user.id }, club));
        }),
      );
      expect(surprises(outcomes), "a conflict was thrown instead of answered").toEqual([]);
      expect(answers(outcomes), "a unique parent was created more or less than once").toHaveLength(1);
      expect(await bench.db.count(memberModel, { userId: user.id }), "halves were kept").toBe(1);
    });
  });
}

export function describeCounterRaces(bench: Bench): void {
  describe(`${callers} callers who count at once`, () => {
    raceTest(bench, "lose no step", async () => {
      const { id } = await addClub(bench.db);
      const outcomes = await race((caller) => bench.db.add(clubModel, id, "seats", caller, {}));
      expect(surprises(outcomes), "adding failed").toEqual([]);
      expect((await bench.db.find(clubModel, { id }))?.seats, "a step was lost").toBe((callers * (callers - 1)) / 2);
    });

    raceTest(bench, "never exceed the maximum, and reach it", async () => {
      const { id } = await addClub(bench.db);
      const outcomes = await race(() => bench.db.add(clubModel, id, "seats", 1, { max: 5 }));
      expect(surprises(outcomes), "adding failed").toEqual([]);
      const seats = answers(outcomes).flatMap((answer) => (answer ? [answer.seats] : []));
      expect(seats.sort(), "the answers are not the five steps").toEqual([1, 2, 3, 4, 5]);
      expect((await bench.db.find(clubModel, { id }))?.seats, "the counter crossed its maximum").toBe(5);
    });

    raceTest(bench, "never cross the minimum, inside transactions", async () => {
      const { id } = await addClub(bench.db);
      await bench.db.add(clubModel, id, "seats", 5, {});
      const outcomes = await race(() =>
        bench.db.transaction(async (tx) => {
          await tx.exists(clubModel, { id });
          return tx.add(clubModel, id, "seats", -1, { min: 0 });
        }),
      );
      expect(surprises(outcomes), "adding failed").toEqual([]);
      expect(answers(outcomes).filter(Boolean), "not exactly five succeeded").toHaveLength(5);
      expect((await bench.db.find(clubModel, { id }))?.seats, "the counter crossed its minimum").toBe(0);
    });

    raceTest(bench, "do not overwrite concurrent changes of the same row", async () => {
      const { id } = await addClub(bench.db);
      const outcomes = await race((caller) => {
        if (caller % 4 === 0) return bench.db.add(clubModel, id, "seats", 1, {});
        return bench.db.update(clubModel, id, caller % 2 === 0 ? { name: "New" } : { motto: "new" });
      });
      expect(surprises(outcomes), "a write failed").toEqual([]);
      const kept = await bench.db.find(clubModel, { id });
      expect([kept?.name, kept?.motto, kept?.seats], "an update was lost").toEqual(["New", "new", callers / 4]);
    });
  });
}

export function describeLockedRaces(bench: Bench): void {
  describe(`${callers} callers under one parent`, () => {
    raceTest(bench, "never exceed a limit that each counts under the lock", async () => {
      const club = await addClub(bench.db);
      const users = await Promise.all(Array.from({ length: callers }, () => addUser(bench.db)));
      const outcomes = await race((caller) =>
        inClub(bench.db, club, async (tx, locked) => {
          if ((await tx.count(memberModel, { clubId: club.id })) >= 3) throw new Rejected();
          return row(await tx.insert(memberModel, { clubId: club.id, userId: users[caller]?.id ?? "" }, locked));
        }),
      );
      expect(surprises(outcomes), "joining failed").toEqual([]);
      expect(await bench.db.count(memberModel, { clubId: club.id }), "the limit was not kept").toBe(3);
    });

    raceTest(bench, "join once each, with the accepted states of the joined callers only", async () => {
      const club = await addClub(bench.db);
      const members = await Promise.all(Array.from({ length: callers / 2 }, () => addMember(bench.db, club)));
      const outcomes = await race((caller) =>
        inClub(bench.db, club, async (tx, locked) => {
          const id = members[caller % members.length]?.id ?? "";
          const moved = await tx.transition(memberModel, id, "status", "pending", "accepted", locked);
          if (!moved) throw new Rejected();
          const seat = await tx.add(clubModel, club.id, "seats", 1, { max: 3 });
          if (!seat) throw new Rejected();
        }),
      );
      expect(surprises(outcomes), "accepting failed").toEqual([]);
      const accepted = await bench.db.count(memberModel, { clubId: club.id, status: "accepted" });
      expect([answers(outcomes).length, accepted], "states and seats disagree").toEqual([3, 3]);
    });
  });
}

export function describeOwnerRaces(bench: Bench): void {
  describe(`${callers} callers under one parent`, () => {
    raceTest(bench, "leave one owner when all owners leave", async () => {
      const club = await addClub(bench.db);
      const owners = await Promise.all(
        Array.from({ length: callers }, () => addMember(bench.db, club, { role: "owner" })),
      );
      const outcomes = await race((caller) =>
        inClub(bench.db, club, async (tx, locked) => {
          if ((await tx.count(memberModel, { clubId: club.id, role: "owner" })) <= 1) throw new Rejected();
          return caller % 2 === 0
            ? tx.remove(memberModel, { id: owners[caller]?.id ?? "" }, locked)
            : tx.update(memberModel, owners[caller]?.id ?? "", { role: "member" }, locked);
        }),
      );
      expect(surprises(outcomes), "leaving failed").toEqual([]);
      const left = await bench.db.count(memberModel, { clubId: club.id, role: "owner" });
      expect(left, "the club has no owner").toBe(1);
    });

    raceTest(bench, "leave one of two owners when both leave at once", async () => {
      const club = await addClub(bench.db);
      const owners = [await addMember(bench.db, club), await addMember(bench.db, club)];
      const outcomes = await race((caller) =>
        inClub(bench.db, club, async (tx, locked) => {
          if ((await tx.count(memberModel, { clubId: club.id })) <= 1) throw new Rejected();
          return tx.remove(memberModel, { id: owners[caller % 2]?.id ?? "" }, locked);
        }),
      );
      expect(surprises(outcomes), "leaving failed").toEqual([]);
      expect(await bench.db.count(memberModel, { clubId: club.id }), "the last owner left").toBe(1);
    });
  });
}
