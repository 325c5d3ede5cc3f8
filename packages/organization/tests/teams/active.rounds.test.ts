import { sessionModel, text, withColumns } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../../tests/harness/repeats.ts";
import { join } from "../fixture.ts";
import { openTeams, type Person, signUpVerified, type TeamsAuth } from "./fixture.ts";

const services = inject("services");
const workModel = withColumns(sessionModel, {
  activeOrganizationId: text().optional(),
  activeTeamId: text().optional(),
});
type Work = { readonly activeOrganizationId: string | null; readonly activeTeamId: string | null };

describe.each(racedInOneProcess(services))("fifteen sessions of a user on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let fixture: TeamsAuth;
  let owner: Person;
  let ada: Person;
  let browsers: readonly Pick<Person, "browser">[];

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    fixture = openTeams({ config: { database: raced.database, rateLimit: { enabled: false } } });
    await raced.migrate(fixture.auth.schema);
    owner = await signUpVerified(fixture, "owner@example.com");
    ada = await signUpVerified(fixture, "ada@example.com");
    const { email } = ada.user;
    const visits = Array.from({ length: 15 }, () => fixture.visit());
    for (const { client } of visits)
      expect((await client.signIn.email({ email, password: ada.password })).error).toBe(null);
    browsers = visits;
  });
  afterAll(async () => {
    await fixture.auth.idle();
    await raced.close();
  });

  const post = ({ browser }: Pick<Person, "browser">, path: string, body: object): Promise<Response> =>
    browser.post(`/organization/${path}`, body);

  async function well(by: Person, path: string, body: object): Promise<{ readonly id: string }> {
    const response = await post(by, path, body);
    const answer = await response.json();
    expect({ status: response.status, answer }).toMatchObject({ status: 200 });
    return answer;
  }

  /** An organization with a team, of which Ada is a member. */
  async function company(slug: string): Promise<{ readonly id: string; readonly teamId: string }> {
    const { id } = await well(owner, "create", { name: slug, slug });
    await join(fixture, { organizationId: id, userId: ada.user.id, role: "member" });
    const { id: teamId } = await well(owner, "create-team", { name: "Team", organizationId: id });
    await well(owner, "add-team-member", { teamId, userId: ada.user.id });
    return { id, teamId };
  }

  const sessions = () => fixture.db.list(workModel, { userId: ada.user.id }, { orderBy: "id", limit: 100 });

  /** Makes the first company active everywhere, then the other by `activate` in each browser, beside `leave`. */
  async function race(
    left: Work,
    leave: () => Promise<Response>,
    activate: (browser: Pick<Person, "browser">) => Promise<Response>,
  ) {
    for (const { id } of await sessions()) await fixture.db.update(workModel, id, left);
    const answers = await Promise.all([leave(), ...browsers.map(activate)]);
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    const seen = await sessions();
    return new Set(
      seen
        .filter((work) => work.activeOrganizationId !== null)
        .map((work) => `${work.activeOrganizationId} ${work.activeTeamId}`),
    );
  }

  test("the organization that each session makes active stays active while the user leaves another organization", async () => {
    const other = await company(`other-${type}`);
    for (let round = 0; round < rounds; round += 1) {
      const { id: organizationId, teamId } = await company(`left-${round}`);
      const left = { activeOrganizationId: organizationId, activeTeamId: teamId };
      const seen = await race(
        left,
        () => post(ada, "leave", { organizationId }),
        (browser) => post(browser, "set-active", { organizationId: other.id }),
      );
      expect(seen).toEqual(new Set([`${other.id} null`]));
      expect(await fixture.db.count(workModel, { userId: ada.user.id, activeOrganizationId: other.id })).toBe(15);
    }
  });

  test("the team that each session makes active stays active while the user is removed from another team", async () => {
    const [first, other] = [await company(`first-${type}`), await company(`second-${type}`)];
    for (let round = 0; round < rounds; round += 1) {
      const seen = await race(
        { activeOrganizationId: first.id, activeTeamId: first.teamId },
        () => post(owner, "remove-team-member", { teamId: first.teamId, userId: ada.user.id }),
        (browser) => post(browser, "set-active-team", { teamId: other.teamId }),
      );
      // The session that has signed up keeps the organization, and leaves the team.
      expect(seen).toEqual(new Set([`${first.id} null`, `${other.id} ${other.teamId}`]));
      expect(await fixture.db.count(workModel, { userId: ada.user.id, activeTeamId: other.teamId })).toBe(15);
      await well(owner, "add-team-member", { teamId: first.teamId, userId: ada.user.id });
    }
  });
});
