import { userModel } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { posts } from "./attacking.ts";
import { join } from "./fixture.ts";

test("a member without the permission for a limited action cannot run the app's functions", async () => {
  const asked: string[] = [];
  const limit = (name: string) => () => asked.push(name) && 100;
  const fixture = createTestAuth({
    plugins: [
      organization({ invitationLimit: limit("invitations"), roleLimit: limit("roles") }),
      teams({ maximumTeams: limit("teams"), maximumMembersPerTeam: limit("places") }),
    ],
  });
  const [ann, bob] = [await fixture.signUp("ann@example.com"), await fixture.signUp("bob@example.com")];
  await fixture.db.update(userModel, ann.user.id, { emailVerified: true });
  const { id: organizationId } = (await posts(ann, "create", { name: "Acme", slug: "acme" })).body;
  await join(fixture, { organizationId, userId: bob.user.id, role: "member" });
  const { id: teamId } = (await posts(ann, "create-team", { name: "Sales", organizationId })).body;
  asked.length = 0;
  const asks = [
    ["invite-member", { email: "dan@example.com", role: "member", organizationId }],
    ["create-role", { role: "helper", permission: {}, organizationId }],
    ["create-team", { name: "Sales", organizationId }],
    ["add-team-member", { teamId, userId: bob.user.id }],
  ] as const;
  for (const [path, body] of asks) expect([path, (await posts(bob, path, body)).status]).toEqual([path, 403]);
  expect(asked).toEqual([]);
  for (const [path, body] of asks) expect([path, (await posts(ann, path, body)).status]).toEqual([path, 200]);
  expect(asked).toEqual(["invitations", "roles", "teams", "places"]);
});
