import type { Insert, Row } from "@keyhold/core";
import { describe, expect, it } from "vitest";
import { addClub, addMember, type Bench, type ClubRow, inClub, row, settle } from "./bench.js";
import { badgeModel, clubModel, memberModel, teamModel, visitorModel } from "./models.js";
import { callers, Refused, race, raceTest, surprises } from "./race.js";

type Visitor = Row<typeof visitorModel>;

const addBadge = async ({ db }: Bench) => row(await db.insert(badgeModel, { name: "Badge" }));
const addTeam = ({ db }: Bench, club: ClubRow) =>
  inClub(db, club, async (tx, held) => row(await tx.insert(teamModel, { clubId: club.id, name: "Team" }, held)));
const addVisitor = async ({ db }: Bench, values: Partial<Insert<typeof visitorModel>> = {}): Promise<Visitor> =>
  row(await db.insert(visitorModel, { name: "Visitor", ...values }));
const current = ({ db }: Bench, { id }: { readonly id: string }) => db.find(visitorModel, { id });

export function describeClearing(bench: Bench): void {
  describe("a column that is cleared with another row", () => {
    it("is null when a row does not bring it, and holds any id otherwise", async () => {
      expect(await addVisitor(bench)).toMatchObject({ badgeId: null, clubId: null, teamId: null, hostId: null });
      const badge = await addBadge(bench);
      const visitor = await addVisitor(bench, { badgeId: badge.id });
      expect(await bench.db.find(visitorModel, { badgeId: badge.id }), "it is not looked up").toEqual(visitor);
    });

    it("becomes null when that one goes, and nothing else changes", async () => {
      const [badge, other, club] = [await addBadge(bench), await addBadge(bench), await addClub(bench.db)];
      const visitor = await addVisitor(bench, { badgeId: badge.id, clubId: club.id });
      const unconcerned = await addVisitor(bench, { badgeId: other.id, clubId: club.id });
      expect(await bench.db.remove(badgeModel, { id: badge.id })).toBe(1);
      expect(await bench.db.exists(badgeModel, { id: badge.id })).toBe(false);
      expect(await current(bench, visitor)).toEqual({ ...visitor, badgeId: null });
      expect(await current(bench, unconcerned), "another row was cleared").toEqual(unconcerned);
    });

    it("stays when nothing was removed", async () => {
      const badge = await addBadge(bench);
      const visitor = await addVisitor(bench, { badgeId: badge.id });
      expect(await bench.db.remove(badgeModel, { id: badge.id, name: "Another" })).toBe(0);
      expect(await current(bench, visitor)).toEqual(visitor);
    });

    it("is cleared in every row, also when many go at once", async () => {
      const name = crypto.randomUUID();
      const badges = await bench.db.atomically(async (tx) => {
        const made = [];
        for (let count = 0; count < 600; count += 1) made.push(row(await tx.insert(badgeModel, { name })));
        return made;
      });
      const visitors = [];
      for (const badge of badges.slice(-3)) visitors.push(await addVisitor(bench, { badgeId: badge.id }));
      expect(await bench.db.remove(badgeModel, { name })).toBe(badges.length);
      for (const visitor of visitors) expect((await current(bench, visitor))?.badgeId).toBe(null);
    });

    it("is cleared in a row of the same model", async () => {
      const host = await addVisitor(bench);
      const guest = await addVisitor(bench, { hostId: host.id });
      await bench.db.remove(visitorModel, { id: host.id });
      expect(await current(bench, guest)).toEqual({ ...guest, hostId: null });
    });

    it("comes back when the transaction is rolled back", async () => {
      const badge = await addBadge(bench);
      const visitor = await addVisitor(bench, { badgeId: badge.id });
      await settle(() =>
        bench.db.atomically(async (tx) => {
          await tx.remove(badgeModel, { id: badge.id });
          const cleared = await tx.find(visitorModel, { id: visitor.id });
          expect(cleared?.badgeId, "the transaction does not see its own clearing").toBe(null);
          throw new Error("on purpose");
        }),
      );
      expect(await current(bench, visitor)).toEqual(visitor);
      expect(await bench.db.exists(badgeModel, { id: badge.id })).toBe(true);
    });
  });
}

export function describeClearingWithDependants(bench: Bench): void {
  describe("a column that is cleared with a child", () => {
    it("becomes null when the child is removed under its held parent, also in other children", async () => {
      const club = await addClub(bench.db);
      const [team, kept] = [await addTeam(bench, club), await addTeam(bench, club)];
      const [visitor, other] = [
        await addVisitor(bench, { teamId: team.id }),
        await addVisitor(bench, { teamId: kept.id }),
      ];
      const member = await addMember(bench.db, club, { teamId: team.id });
      const removed = await inClub(bench.db, club, (tx, held) => tx.remove(teamModel, { id: team.id }, held));
      expect(removed).toBe(1);
      expect(await current(bench, visitor)).toEqual({ ...visitor, teamId: null });
      expect(await current(bench, other), "another row was cleared").toEqual(other);
      expect(await bench.db.find(memberModel, { id: member.id })).toEqual({ ...member, teamId: null });
    });

    it("stays when the held parent is another one's", async () => {
      const [club, other] = [await addClub(bench.db), await addClub(bench.db)];
      const team = await addTeam(bench, club);
      const visitor = await addVisitor(bench, { teamId: team.id });
      const removed = await inClub(bench.db, other, (tx, held) => tx.remove(teamModel, { id: team.id }, held));
      expect(removed, "a child of another parent was removed").toBe(0);
      expect(await current(bench, visitor)).toEqual(visitor);
    });

    it("becomes null when the child goes because its parent goes, as does one that names the parent", async () => {
      const club = await addClub(bench.db);
      const team = await addTeam(bench, club);
      await addMember(bench.db, club, { teamId: team.id });
      const visitor = await addVisitor(bench, { clubId: club.id, teamId: team.id });
      expect(await bench.db.remove(clubModel, { id: club.id })).toBe(1);
      expect(await bench.db.count(teamModel, { clubId: club.id })).toBe(0);
      expect(await bench.db.count(memberModel, { clubId: club.id })).toBe(0);
      expect(await current(bench, visitor)).toEqual({ ...visitor, clubId: null, teamId: null });
    });
  });
}

export function describeClearingRaces(bench: Bench): void {
  describe("a removal among those who name the row", () => {
    raceTest(bench, "leaves no id of what is gone, when they hold the row that they name", async () => {
      const club = await addClub(bench.db);
      const team = await addTeam(bench, club);
      const visitors = await Promise.all(Array.from({ length: callers }, () => addVisitor(bench)));
      const outcomes = await race<unknown>((caller) => {
        if (caller === callers / 2) return bench.db.remove(clubModel, { id: club.id });
        return bench.db.atomically(async (tx) => {
          if (!(await tx.hold(teamModel, team.id))) throw new Refused();
          return tx.update(visitorModel, visitors[caller]?.id ?? "", { clubId: club.id, teamId: team.id });
        });
      });
      expect(surprises(outcomes), "naming or removing failed").toEqual([]);
      expect(await bench.db.count(visitorModel, { teamId: team.id }), "a child that is gone is still named").toBe(0);
      expect(await bench.db.exists(clubModel, { id: club.id }), "the row was not removed").toBe(false);
    });

    raceTest(bench, "removes and clears once, however many remove it", async () => {
      const badge = await addBadge(bench);
      const visitor = await addVisitor(bench, { badgeId: badge.id });
      const outcomes = await race<unknown>((caller) =>
        caller % 2 === 0
          ? bench.db.remove(badgeModel, { id: badge.id })
          : bench.db.update(visitorModel, visitor.id, { name: `Visitor ${caller}` }),
      );
      expect(surprises(outcomes), "a removal or an update failed").toEqual([]);
      expect((await current(bench, visitor))?.badgeId, "what is gone is still named").toBe(null);
    });
  });
}
