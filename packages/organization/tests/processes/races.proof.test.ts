import { sessionModel, text, userModel, withColumns } from "@keyhold/core/plugin";
import { invitationModel, memberModel, organizationModel } from "@keyhold/organization/plugin";
import { teamMemberModel, teamModel } from "@keyhold/organization/teams";
import { describe, expect, inject, test } from "vitest";
import { racedByProcesses } from "../../../../tests/harness/databases.ts";
import { eachRound, expectCount, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import {
  every,
  expectWins,
  failures,
  type Person,
  unknownWins,
  useRaceBench,
  wins,
} from "../../../../tests/harness/processes/race-bench.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";

const services = inject("services");
const seatModel = withColumns(sessionModel, { activeOrganizationId: text().optional() });
const placedModel = withColumns(memberModel, { teamId: text().optional() });

describe.each(racedByProcesses(services))("sixteen callers in several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "organizations" });

  const post = (path: string, body: unknown, { cookie }: Person): RacedRequest => ({
    method: "POST",
    path: `/organization/${path}`,
    body,
    cookie,
  });

  /** Sends a request from this process; fails the test unless the request succeeds. */
  async function well<Answer = { readonly id: string }>(
    path: string,
    body: unknown,
    { cookie }: Person,
  ): Promise<Answer> {
    const response = await bench().ask(`/organization/${path}`, body, cookie);
    const answer = await response.json();
    expect({ status: response.status, answer }).toMatchObject({ status: 200 });
    return answer;
  }

  async function company(): Promise<{ readonly owner: Person; readonly organizationId: string }> {
    const owner = await bench().signUp();
    const slug = `company-${bench().made()}`;
    const { id } = await well("create", { name: slug, slug }, owner);
    return { owner, organizationId: id };
  }

  async function invite(by: Person, organizationId: string, more: object = {}) {
    const invitee = await bench().signUp();
    const body = { email: invitee.email, role: "member", organizationId, ...more };
    const { id: invitationId } = await well("invite-member", body, by);
    return { invitee, invitationId };
  }

  /** A user added as a member directly, without the routes. */
  async function colleague(organizationId: string, role: string): Promise<Person & { readonly memberId: string }> {
    const person = await bench().signUp();
    const memberId = await bench().db.transactionOn(organizationModel, organizationId, async (tx, organization) => {
      const row = { organizationId, userId: person.id, role, createdAt: new Date() };
      const member = await tx.insert(memberModel, row, organization);
      if (!("id" in member)) throw new Error("The user is already a member.");
      return member.id;
    });
    return { ...person, memberId: memberId ?? "" };
  }

  const membersOf = (organizationId: string) =>
    bench().db.list(memberModel, { organizationId }, { orderBy: "id", limit: 100 });
  const statusOf = async (id: string) => (await bench().db.find(invitationModel, { id }))?.status;

  test("one invitation makes one member", { timeout }, async () => {
    await eachRound(type, async () => {
      const { owner, organizationId } = await company();
      const { invitee, invitationId } = await invite(owner, organizationId);
      const answers = await bench().race(every(() => post("accept-invitation", { invitationId }, invitee)));
      expectWins(answers, 1);
      expect(failures(answers)).toEqual(["INVITATION_NOT_FOUND"]);
      expect(await membersOf(organizationId)).toHaveLength(2);
      expect(await statusOf(invitationId)).toBe("accepted");
    });
  });

  test("an invitation is either accepted or rejected, and a canceled one adds no member", { timeout }, async () => {
    await eachRound(type, async (round) => {
      const { owner, organizationId } = await company();
      const { invitee, invitationId } = await invite(owner, organizationId);
      const ways = [
        post("accept-invitation", { invitationId }, invitee),
        post("reject-invitation", { invitationId }, invitee),
        post("cancel-invitation", { invitationId }, owner),
      ] as const;
      const answers = await bench().race(every((caller) => ways[((caller + round) % 3) as 0 | 1 | 2]));
      const answersOf = (way: number) => answers.filter((_, caller) => (caller + round) % 3 === way);
      const winsOf = (way: number) => wins(answersOf(way));
      expect(winsOf(0) + winsOf(1)).toBeLessThanOrEqual(1);
      const members = await membersOf(organizationId);
      expectCount(1 + winsOf(0), members.length, unknownWins(answersOf(0)));
      expect(await statusOf(invitationId)).toBe("canceled");
      expect((await bench().ask("/organization/accept-invitation", { invitationId }, invitee.cookie)).status).toBe(400);
    });
  });

  test("no more users join than the membership limit allows, and the other invitations stay pending", {
    timeout,
  }, async () => {
    await eachRound(type, async () => {
      const { owner, organizationId } = await company();
      const invited: { readonly invitee: Person; readonly invitationId: string }[] = [];
      for (let one = 0; one < 8; one += 1) invited.push(await invite(owner, organizationId));
      const answers = await bench().race(
        every((caller) => {
          const { invitee, invitationId } = invited[caller % 8] ?? { invitee: owner, invitationId: "" };
          return post("accept-invitation", { invitationId }, invitee);
        }),
      );
      expectWins(answers, 3);
      expect(await membersOf(organizationId)).toHaveLength(4);
      expect(await bench().db.count(invitationModel, { organizationId, status: "accepted" })).toBe(3);
      expect(await bench().db.count(invitationModel, { organizationId, status: "pending" })).toBe(5);
    });
  });

  test("owners who leave, demote and remove each other leave an owner", { timeout }, async () => {
    await eachRound(type, async (round) => {
      const { owner, organizationId } = await company();
      const other = await colleague(organizationId, round % 2 ? "owner" : "admin,owner");
      const own = (await membersOf(organizationId)).find(({ userId }) => userId === owner.id)?.id;
      const ways = [
        post("leave", { organizationId }, owner),
        post("leave", { organizationId }, other),
        post("update-member-role", { organizationId, memberId: other.memberId, role: "member" }, owner),
        post("update-member-role", { organizationId, memberId: own, role: "admin" }, other),
        post("remove-member", { organizationId, memberIdOrEmail: other.email }, owner),
        post("remove-member", { organizationId, memberIdOrEmail: own }, other),
        post("update-member-role", { organizationId, memberId: own, role: "member" }, owner),
        post("update-member-role", { organizationId, memberId: other.memberId, role: "admin" }, other),
      ];
      const answers = await bench().race(every((caller) => ways[(caller + round) % 8] ?? post("leave", {}, owner)));
      expect(wins(answers) + unknownWins(answers)).toBeGreaterThanOrEqual(1);
      const owners = (await membersOf(organizationId)).filter(({ role }) => role.split(",").includes("owner"));
      expect(owners).toHaveLength(1);
    });
  });

  test("owners who delete their accounts leave an owner", { timeout }, async () => {
    await eachRound(type, async () => {
      const { owner, organizationId } = await company();
      const other = await colleague(organizationId, "owner");
      const ways: RacedRequest[] = [];
      for (const { cookie } of [owner, other]) {
        await bench().ask("/delete-user", {}, cookie);
        const body = { token: bench().tokenIn("delete-account") };
        ways.push({ method: "POST", path: "/delete-user/callback", body, cookie });
      }
      const leaving = post("leave", { organizationId }, other);
      await bench().race(every((caller) => (caller % 8 === 7 ? leaving : (ways[caller % 2] ?? leaving))));
      const owners = (await membersOf(organizationId)).filter(({ role }) => role === "owner");
      expect(owners).toHaveLength(1);
      expect(await bench().db.exists(userModel, { id: owners[0]?.userId ?? "" })).toBe(true);
    });
  });

  test("one slug belongs to one organization", { timeout }, async () => {
    await eachRound(type, async () => {
      const people = [await bench().signUp(), await bench().signUp()] as const;
      const slug = `wanted-${bench().made()}`;
      const answers = await bench().race(
        every((caller) =>
          post("create", { name: slug, slug: caller % 3 ? slug : slug.toUpperCase() }, people[caller % 2 ? 1 : 0]),
        ),
      );
      expectWins(answers, 1);
      expect(failures(answers)).toEqual(["ORGANIZATION_ALREADY_EXISTS"]);
      expect(await bench().db.count(organizationModel, { slug })).toBe(1);
      const members = await Promise.all(people.map(({ id: userId }) => bench().db.count(memberModel, { userId })));
      expect(members.reduce((sum, count) => sum + count, 0)).toBe(1);
    });
  });

  test("no user is in more organizations than the limit allows them to create", { timeout }, async () => {
    await eachRound(type, async () => {
      const person = await bench().signUp();
      const answers = await bench().race(
        every((caller) => post("create", { name: "One of many", slug: `many-${bench().made()}-${caller}` }, person)),
      );
      expectWins(answers, 3);
      expect(failures(answers)).toEqual(["YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS"]);
      expect(await bench().db.count(memberModel, { userId: person.id })).toBe(3);
    });
  });

  test("an organization has no more teams than the limit allows", { timeout }, async () => {
    await eachRound(type, async () => {
      const { owner, organizationId } = await company();
      const answers = await bench().race(
        every((caller) => post("create-team", { name: `Team ${caller}`, organizationId }, owner)),
      );
      expectWins(answers, 2);
      expect(failures(answers)).toEqual(["YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS"]);
      expect(await bench().db.count(teamModel, { organizationId })).toBe(3);
    });
  });

  test("of the last two teams one stays", { timeout }, async () => {
    await eachRound(type, async () => {
      const { owner, organizationId } = await company();
      const admin = await colleague(organizationId, "admin");
      await well("create-team", { name: "Second", organizationId }, owner);
      const teams = await bench().db.list(teamModel, { organizationId }, { orderBy: "id", limit: 10 });
      expect(teams).toHaveLength(2);
      const answers = await bench().race(
        every((caller) => post("remove-team", { organizationId, teamId: teams[caller % 2]?.id }, admin)),
      );
      expectWins(answers, 1);
      const known = new Set(["UNABLE_TO_REMOVE_LAST_TEAM", "TEAM_NOT_FOUND"]);
      expect(failures(answers).filter((code) => !known.has(code ?? ""))).toEqual([]);
      expect(await bench().db.count(teamModel, { organizationId })).toBe(1);
    });
  });

  test("a member is in no team removed during their joining", { timeout }, async () => {
    await eachRound(type, async () => {
      const { owner, organizationId } = await company();
      const admin = await colleague(organizationId, "admin");
      const { id: teamId } = await well("create-team", { name: "Second", organizationId }, owner);
      const { invitee, invitationId } = await invite(owner, organizationId, { teamId });
      const answers = await bench().race(
        every((caller) =>
          caller % 2
            ? post("remove-team", { organizationId, teamId }, admin)
            : post("accept-invitation", { invitationId }, invitee),
        ),
      );
      expectWins(
        answers.filter((_, caller) => caller % 2),
        1,
      );
      expect(await bench().db.count(teamMemberModel, { teamId })).toBe(0);
      expect(await bench().db.count(placedModel, { organizationId, teamId })).toBe(0);
    });
  });

  test("a deleted organization leaves no rows, despite concurrent joins and new teams", { timeout }, async () => {
    await eachRound(type, async (round) => {
      const { owner, organizationId } = await company();
      const { invitee, invitationId } = await invite(owner, organizationId);
      const ways = [
        post("delete", { organizationId }, owner),
        post("accept-invitation", { invitationId }, invitee),
        post("create-team", { name: "Late", organizationId }, owner),
        post("set-active", { organizationId }, owner),
      ] as const;
      const answers = await bench().race(every((caller) => ways[((caller + round) % 4) as 0 | 1 | 2 | 3]));
      expectWins(
        answers.filter((_, caller) => (caller + round) % 4 === 0),
        1,
      );
      const { db } = bench();
      const left = await Promise.all([
        db.count(organizationModel, { id: organizationId }),
        db.count(memberModel, { organizationId }),
        db.count(invitationModel, { organizationId }),
        db.count(teamModel, { organizationId }),
        db.count(teamMemberModel, { userId: owner.id }),
        db.count(seatModel, { activeOrganizationId: organizationId }),
      ]);
      expect(left).toEqual([0, 0, 0, 0, 0, 0]);
    });
  });
});
