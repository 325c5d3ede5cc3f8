import type { Insert, Row } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { addClub, addMember, type Bench, type ClubRow, inClub, row, settle } from "./bench.js";
import { badgeModel, clubModel, guestModel, memberModel, teamModel } from "./models.js";
import { callers, Rejected, race, raceTest, surprises } from "./race.js";

type Guest = Row<typeof guestModel>;

const addBadge = async ({ db }: Bench) => row(await db.insert(badgeModel, { name: "Badge" }));
const addTeam = ({ db }: Bench, club: ClubRow) =>
  inClub(db, club, async (tx, locked) => row(await tx.insert(teamModel, { clubId: club.id, name: "Team" }, locked)));
const addGuest = async ({ db }: Bench, values: Partial<Insert<typeof guestModel>> = {}): Promise<Guest> =>
  row(await db.insert(guestModel, { name: "Guest", ...values }));
const current = ({ db }: Bench, { id }: { readonly id: string }) => db.find(guestModel, { id });

export function describeClearing(bench: Bench): void {
  describe("a column that is cleared with another row", () => {
    it("is null if the insert omits it, and accepts any id otherwise", async () => {
      expect(await addGuest(bench)).toMatchObject({ badgeId: null, clubId: null, teamId: null, hostId: null });
      const badge = await addBadge(bench);
      const guest = await addGuest(bench, { badgeId: badge.id });
      expect(await bench.db.find(guestModel, { badgeId: badge.id }), "the id was checked against a table").toEqual(
        guest,
      );
    });

    it("becomes null when that row is removed, and other columns stay", async () => {
      const [badge, other, club] = [await addBadge(bench), await addBadge(bench), await addClub(bench.db)];
      const guest = await addGuest(bench, { badgeId: badge.id, clubId: club.id });
      const unconcerned = await addGuest(bench, { badgeId: other.id, clubId: club.id });
      expect(await bench.db.remove(badgeModel, { id: badge.id })).toBe(1);
      expect(await bench.db.exists(badgeModel, { id: badge.id })).toBe(false);
      expect(await current(bench, guest)).toEqual({ ...guest, badgeId: null });
      expect(await current(bench, unconcerned), "another row was cleared").toEqual(unconcerned);
    });

    it("stays when no row was removed", async () => {
      const badge = await addBadge(bench);
      const guest = await addGuest(bench, { badgeId: badge.id });
      expect(await bench.db.remove(badgeModel, { id: badge.id, name: "Another" })).toBe(0);
      expect(await current(bench, guest)).toEqual(guest);
    });

    it("is cleared in every row, also when many go at once", async () => {
      const name = crypto.randomUUID();
      const badges = await bench.db.transaction(async (tx) => {
        const made = [];
        for (let count = 0; count < 600; count += 1) made.push(row(await tx.insert(badgeModel, { name })));
        return made;
      });
      const guests = [];
      for (const badge of badges.slice(-3)) guests.push(await addGuest(bench, { badgeId: badge.id }));
      expect(await bench.db.remove(badgeModel, { name })).toBe(badges.length);
      for (const guest of guests) expect((await current(bench, guest))?.badgeId).toBe(null);
    });

    it("is cleared in a row of the same model", async () => {
      const host = await addGuest(bench);
      const guest = await addGuest(bench, { hostId: host.id });
      await bench.db.remove(guestModel, { id: host.id });
      expect(await current(bench, guest)).toEqual({ ...guest, hostId: null });
    });

    it("is restored when the transaction is rolled back", async () => {
      const badge = await addBadge(bench);
      const guest = await addGuest(bench, { badgeId: badge.id });
      await settle(() =>
        bench.db.transaction(async (tx) => {
          await tx.remove(badgeModel, { id: badge.id });
          const cleared = await tx.find(guestModel, { id: guest.id });
          expect(cleared?.badgeId, "the transaction does not see its own clearing").toBe(null);
          throw new Error("on purpose");
        }),
      );
      expect(await current(bench, guest)).toEqual(guest);
      expect(await bench.db.exists(badgeModel, { id: badge.id })).toBe(true);
    });
  });
}

export function describeClearingWithDependants(bench: Bench): void {
  describe("a column that is cleared with a child", () => {
    it("becomes null when the child is removed under its locked parent, also in other children", async () => {
      const club = await addClub(bench.db);
      const [team, kept] = [await addTeam(bench, club), await addTeam(bench, club)];
      const [guest, other] = [await addGuest(bench, { teamId: team.id }), await addGuest(bench, { teamId: kept.id })];
      const member = await addMember(bench.db, club, { teamId: team.id });
      const removed = await inClub(bench.db, club, (tx, locked) => tx.remove(teamModel, { id: team.id }, locked));
      expect(removed).toBe(1);
      expect(await current(bench, guest)).toEqual({ ...guest, teamId: null });
      expect(await current(bench, other), "another row was cleared").toEqual(other);
      expect(await bench.db.find(memberModel, { id: member.id })).toEqual({ ...member, teamId: null });
    });

    it("stays when the child belongs to another parent than the locked one", async () => {
      const [club, other] = [await addClub(bench.db), await addClub(bench.db)];
      const team = await addTeam(bench, club);
      const guest = await addGuest(bench, { teamId: team.id });
      const removed = await inClub(bench.db, other, (tx, locked) => tx.remove(teamModel, { id: team.id }, locked));
      expect(removed, "a child of another parent was removed").toBe(0);
      expect(await current(bench, guest)).toEqual(guest);
    });

    it("becomes null when the child is removed with its parent, as does a column with the parent's id", async () => {
      const club = await addClub(bench.db);
      const team = await addTeam(bench, club);
      await addMember(bench.db, club, { teamId: team.id });
      const guest = await addGuest(bench, { clubId: club.id, teamId: team.id });
      expect(await bench.db.remove(clubModel, { id: club.id })).toBe(1);
      expect(await bench.db.count(teamModel, { clubId: club.id })).toBe(0);
      expect(await bench.db.count(memberModel, { clubId: club.id })).toBe(0);
      expect(await current(bench, guest)).toEqual({ ...guest, clubId: null, teamId: null });
    });
  });
}

export function describeClearingRaces(bench: Bench): void {
  describe("a removal concurrent with updates of rows with its id", () => {
    raceTest(bench, "leaves no id of the removed row if each update locks that row", async () => {
      const club = await addClub(bench.db);
      const team = await addTeam(bench, club);
      const guests = await Promise.all(Array.from({ length: callers }, () => addGuest(bench)));
      const outcomes = await race<unknown>((caller) => {
        if (caller === callers / 2) return bench.db.remove(clubModel, { id: club.id });
        return bench.db.transaction(async (tx) => {
          if (!(await tx.lock(teamModel, team.id))) throw new Rejected();
          return tx.update(guestModel, guests[caller]?.id ?? "", { clubId: club.id, teamId: team.id });
        });
      });
      expect(surprises(outcomes), "naming or removing failed").toEqual([]);
      expect(await bench.db.count(guestModel, { teamId: team.id }), "a removed child's id is still stored").toBe(0);
      expect(await bench.db.exists(clubModel, { id: club.id }), "the row was not removed").toBe(false);
    });

    raceTest(bench, "removes and clears once, however many remove it", async () => {
      const badge = await addBadge(bench);
      const guest = await addGuest(bench, { badgeId: badge.id });
      const outcomes = await race<unknown>((caller) =>
        caller % 2 === 0
          ? bench.db.remove(badgeModel, { id: badge.id })
          : bench.db.update(guestModel, guest.id, { name: `Guest ${caller}` }),
      );
      expect(surprises(outcomes), "a removal or an update failed").toEqual([]);
      expect((await current(bench, guest))?.badgeId, "a removed row's id is still stored").toBe(null);
    });
  });
}
