import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { userModel } from "@keyhold/core/plugin";
import { invitationModel, memberModel, organizationModel } from "@keyhold/organization/plugin";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.js";
import { openDatabase } from "../../../tests/harness/processes/open.js";
import { found, join, type OrganizationAuth, openOrganizations, type Person } from "./fixture.ts";
import { invite, signUpVerified, statusOf } from "./invited.ts";

const services = inject("services");
const callers = 16;
const rounds = 3;

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
}

describe.each(databaseTypes(services))("sixteen callers at once on %s:", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let fixture: OrganizationAuth;
  let made = 0;
  let owner: Person;
  let dan: Person;
  let organizationId: string;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    // Enabled, because the test counts emails.
    const limits = { "/sign-up/email": false, "/delete-user": false, "/organization/invite-member": false } as const;
    const rateLimit = { enabled: true, limits };
    const user = { deleteUser: { enabled: true, confirmByMail: false } };
    fixture = openOrganizations({ membershipLimit: 3 }, { database, rateLimit, user });
    await (await planMigration(database, fixture.auth.schema)).apply();
  });
  afterAll(async () => {
    await fixture.auth.idle();
    expect(fixture.logged.filter(({ level }) => level === "error")).toEqual([]);
    await database.close();
    await fresh.drop();
  });
  beforeEach(() => company());

  /** A new organization with an owner, and Dan with a verified email address. */
  async function company(): Promise<void> {
    made += 1;
    fixture.clock.forward({ minutes: 1 });
    owner = await signUpVerified(fixture, `owner${made}@example.com`);
    dan = await signUpVerified(fixture, `dan${made}@example.com`);
    organizationId = await found(owner, `acme-${made}`);
  }

  type Ask = readonly [path: string, body: object, by: Person];

  async function post(...[path, body, { browser }]: Ask): Promise<Answer> {
    const response = await browser.post(`/organization/${path}`, body);
    return { status: response.status, code: (await response.json())?.code };
  }

  /** Sixteen concurrent calls: the callers take turns at these requests. */
  async function race(...asks: readonly (() => Promise<Answer>)[]): Promise<readonly (readonly Answer[])[]> {
    const turns = Array.from({ length: callers }, (_, caller) => caller % asks.length);
    const answers = await Promise.all(turns.map(async (turn) => ({ turn, answer: await asks[turn]?.() })));
    expect(answers.filter(({ answer }) => !answer || answer.status >= 500)).toEqual([]);
    return asks.map((_, asked) => answers.flatMap(({ turn, answer }) => (turn === asked && answer ? [answer] : [])));
  }

  const wins = (answers: readonly Answer[] = []) => answers.filter(({ status }) => status === 200).length;
  const failures = (answers: readonly Answer[] = []) =>
    [...new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code))].sort();
  const accept = (invitationId: string, by = dan) => post("accept-invitation", { invitationId }, by);
  const inviteDan = async () => (await invite({ owner, organizationId }, { email: dan.user.email })).id;
  const members = () => fixture.db.count(memberModel, { organizationId });
  const pending = () => fixture.db.count(invitationModel, { organizationId, status: "pending" });

  test("an invitation is accepted once", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await company();
      const id = await inviteDan();
      const [accepted] = await race(() => accept(id));
      expect(wins(accepted)).toBe(1);
      expect(failures(accepted)).toEqual(["INVITATION_NOT_FOUND"]);
      expect(await members()).toBe(2);
    }
  });

  test("an invitation is accepted, rejected or canceled once, and the later calls fail", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await company();
      const id = await inviteDan();
      const [accepted, rejected, canceled] = await race(
        () => accept(id),
        () => post("reject-invitation", { invitationId: id }, dan),
        () => post("cancel-invitation", { invitationId: id }, owner),
      );
      expect(wins(accepted) + wins(rejected)).toBeLessThanOrEqual(1);
      expect(failures([...(accepted ?? []), ...(rejected ?? [])])).toEqual(["INVITATION_NOT_FOUND"]);
      expect(failures(canceled)).toEqual([]);
      expect(await members()).toBe(1 + wins(accepted));
      expect(await statusOf(fixture, id)).toBe("canceled");
    }
  });

  test("no more users join than the membership limit allows", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await company();
      const people = await Promise.all(
        Array.from({ length: callers }, (_, caller) => signUpVerified(fixture, `guest${made}-${caller}@example.com`)),
      );
      const invited: { readonly id: string; readonly person: Person }[] = [];
      for (const person of people)
        invited.push({ id: (await invite({ owner, organizationId }, { email: person.user.email })).id, person });
      const answers = (
        await race(
          ...invited.map(
            ({ id, person }) =>
              () =>
                accept(id, person),
          ),
        )
      ).flat();
      expect(wins(answers)).toBe(2);
      expect(failures(answers)).toEqual(["ORGANIZATION_MEMBERSHIP_LIMIT_REACHED"]);
      expect(await members()).toBe(3);
      expect(await pending()).toBe(callers - 2);
    }
  });

  test("a session without a recent proof invites no owner, and after the proof one invitation is open", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await company();
      fixture.clock.forward({ minutes: 11 });
      const ask = (resend: boolean) =>
        post("invite-member", { email: dan.user.email, role: "owner", organizationId, resend }, owner);
      const asks = [() => ask(false), () => ask(true)];
      const before = (await race(...asks)).flat();
      expect(wins(before)).toBe(0);
      expect(failures(before)).toEqual(["SESSION_IS_NOT_FRESH"]);
      expect(await pending()).toBe(0);
      expect((await owner.client.stepUp.password({ password: owner.password })).error).toBe(null);
      const [first, again] = await race(...asks);
      expect(wins(first) + wins(again)).toBeGreaterThanOrEqual(1);
      expect(failures([...(first ?? []), ...(again ?? [])])).not.toContain("SESSION_IS_NOT_FRESH");
      expect(await pending()).toBe(1);
    }
  });

  // Security I34.
  test("an email address has one open invitation, however often it is invited, and gets three emails", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await company();
      const { email } = dan.user;
      const ask = (resend: boolean) => post("invite-member", { email, role: "member", organizationId, resend }, owner);
      const [first, again] = await race(
        () => ask(false),
        () => ask(true),
      );
      expect(wins(first)).toBeLessThanOrEqual(1);
      expect(failures(first)).toEqual(["USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION"]);
      expect(failures(again)).toEqual([]);
      expect(await fixture.db.count(invitationModel, { organizationId })).toBe(1);
      await fixture.auth.idle();
      const messages = fixture.mailbox.messages.filter(
        ({ kind, to }) => kind === "organization.invitation" && to === email,
      );
      expect(messages).toHaveLength(3);
    }
  });

  test("no user joins by the invitation of a former member", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await company();
      const admin = await signUpVerified(fixture, `admin${made}@example.com`);
      await join(fixture, { organizationId, userId: admin.user.id, role: "admin" });
      const { id } = await invite({ owner: admin, organizationId }, { email: dan.user.email });
      const memberIdOrEmail = admin.user.email;
      const [accepted, removed] = await race(
        () => accept(id),
        () => post("remove-member", { memberIdOrEmail, organizationId }, owner),
      );
      expect(wins(removed)).toBe(1);
      const known = ["INVITATION_NOT_FOUND", "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION"];
      expect(known).toEqual(expect.arrayContaining(failures(accepted)));
      expect(await members()).toBe(1 + wins(accepted));
      expect(await statusOf(fixture, id)).toBe(wins(accepted) === 1 ? "accepted" : "pending");
    }
  });

  test("a deleted organization leaves no rows, and is active in no session", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await company();
      const id = await inviteDan();
      const email = `late${made}@example.com`;
      const [accepted, invited, deleted] = await race(
        () => accept(id),
        () => post("invite-member", { email, role: "member", organizationId }, owner),
        () => post("delete", { organizationId }, owner),
      );
      expect(wins(deleted)).toBe(1);
      expect(wins(accepted)).toBeLessThanOrEqual(1);
      expect(wins(invited)).toBeLessThanOrEqual(1);
      await fixture.auth.idle();
      const left = [
        await members(),
        await fixture.db.count(invitationModel, { organizationId }),
        await fixture.db.count(organizationModel, { id: organizationId }),
      ];
      expect(left).toEqual([0, 0, 0]);
      expect((await dan.client.getSession()).data?.session.activeOrganizationId).toBe(null);
    }
  });

  // Security M10.
  test("a deleted account leaves neither memberships nor invitations", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await company();
      const id = await inviteDan();
      const admin = await signUpVerified(fixture, `admin${made}@example.com`);
      await join(fixture, { organizationId, userId: admin.user.id, role: "admin" });
      const invitation = { email: `late${made}@example.com`, role: "member", organizationId };
      const remove = async ({ browser, password }: Person): Promise<Answer> => {
        const response = await browser.post("/delete-user", { password });
        return { status: response.status, code: (await response.json())?.code };
      };
      const [, gone, , alsoGone] = await race(
        () => accept(id),
        () => remove(dan),
        () => post("invite-member", invitation, admin),
        () => remove(admin),
      );
      expect([wins(gone), wins(alsoGone)]).toEqual([1, 1]);
      await fixture.auth.idle();
      expect(await members()).toBe(1);
      expect(await fixture.db.count(invitationModel, { inviterId: admin.user.id })).toBe(0);
      for (const { user } of [dan, admin]) expect(await fixture.db.count(userModel, { id: user.id })).toBe(0);
    }
  });
});
