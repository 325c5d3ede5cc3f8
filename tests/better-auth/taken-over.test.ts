import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Both, startBoth } from "./both.ts";
import { openPeerClient } from "./client.ts";
import { peerDatabaseTypes } from "./database.ts";
import { take } from "./people.ts";

const services = inject("services");

describe.each(peerDatabaseTypes(services))("Keyhold over a database of better-auth 1.2.12, on %s,", (type) => {
  let both: Both;
  beforeAll(async () => {
    both = await startBoth({ type, services });
    both.front.toggle("keyhold");
    const { ada, ben, cyd, dan } = both.people;
    for (const person of [ada, ben, cyd, dan]) person.toggle(null);
  });
  afterAll(() => both.close());

  test("answers better-auth's own client for sessions of better-auth", async () => {
    const { ada, ben } = both.people;
    expect((await ada.client.getSession()).data?.user).toMatchObject({ email: ada.email, emailVerified: true });
    expect((await ben.client.getSession()).data?.user).toMatchObject({ email: ben.email });
    expect(ada.cookies.cookies.map(({ name }) => name)).toEqual(["keyhold.session_token"]);
  });

  test("lets its users sign in with their passwords and usernames", async () => {
    const { client } = openPeerClient(both.front.url);
    const { ada, ben } = both.people;
    expect(take(await client.signIn.email(ada)).user.id).toBe(ada.id);
    expect(take(await client.signIn.username(ben))).toMatchObject({ user: { id: ben.id } });
    expect((await client.signIn.email({ ...ada, password: ben.password })).error?.status).toBe(401);
  });

  test("shows its organizations with members and teams, and accepts its invitations", async () => {
    const { ada, dan, organizationId, invitationId, teamId } = both.people;
    const query = { organizationId };
    const before = take(await ada.client.organization.getFullOrganization({ query }));
    expect(before.members.map(({ role }) => role).sort()).toEqual(["member", "owner"]);
    expect(before.teams.map(({ id }) => id)).toContain(teamId);
    take(await dan.client.organization.acceptInvitation({ invitationId }));
    const after = take(await ada.client.organization.getFullOrganization({ query }));
    expect(after.members.map(({ userId }) => userId)).toContain(dan.id);
  });

  test("shows its linked accounts, and its users to an administrator", async () => {
    const { ada } = both.people;
    const accounts = take(await ada.client.listAccounts());
    expect(accounts.map(({ provider }) => provider).sort()).toEqual(["credential", "google"]);
    const { users } = take(await ada.client.admin.listUsers({ query: { limit: 10 } }));
    expect(users.map(({ name }) => name).sort()).toEqual(["Ada", "Ben", "Cyd", "Dan"]);
  });
});
