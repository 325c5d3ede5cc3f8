import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { definePlugin, type Plugin, type PluginTypes, text, userModel } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { organizationClient, teamsClient } from "@keyhold/organization/client";
import { teams } from "@keyhold/organization/teams";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";

/**
 * Columns added by an app to the models of organizations: typed on server and client, in the places where responses
 * contain them.
 */

interface LabelModels {
  readonly organization: { readonly shown: { readonly plan: string | null }; readonly taken: { plan?: string } };
  readonly member: { readonly shown: { readonly title: string | null }; readonly taken: { title?: string } };
  readonly invitation: { readonly shown: { readonly note: string | null }; readonly taken: { note?: string } };
  readonly organizationRole: { readonly shown: { readonly label: string | null }; readonly taken: { label?: string } };
  readonly team: { readonly shown: { readonly color: string | null }; readonly taken: { color?: string } };
}

interface LabelTypes extends PluginTypes {
  readonly models: LabelModels;
}

const free = () => text().optional().input();

const labels = (): Plugin<LabelTypes> =>
  definePlugin({
    id: "labels",
    extends: {
      organization: { columns: { plan: free() } },
      member: { columns: { title: free() } },
      invitation: { columns: { note: free() } },
      organizationRole: { columns: { label: free() } },
      team: { columns: { color: free() } },
    },
  });

const labelsClient = (): ClientPlugin<LabelTypes> => clientPlugin({ id: "labels", routes: {} });

async function open() {
  const fixture = createTestAuth({
    plugins: [organization({ roleLimit: 5, requireEmailVerificationOnInvitation: false }), teams(), labels()],
    clientPlugins: [organizationClient(), teamsClient(), labelsClient()],
  });
  const owner = await fixture.signUp("owner@example.com");
  await fixture.db.update(userModel, owner.user.id, { emailVerified: true });
  const { data } = await owner.client.organization.create({ name: "Acme", slug: "acme", plan: "free" });
  if (!data) throw new Error("The organization was not created.");
  return { fixture, owner, made: data, organizationId: data.id };
}

test("an organization shows them in every response, and accepts them when it is created or changed", async () => {
  const { owner, made } = await open();
  const { organization, activeOrganization, listOrganizations } = owner.client;
  const updated = await organization.update({ data: { plan: "paid" } });
  const plans: readonly (string | null | undefined)[] = [
    made.plan,
    updated.data?.plan,
    (await organization.list()).data?.[0]?.plan,
    (await organization.getOrganization()).data?.plan,
    (await organization.getFullOrganization()).data?.plan,
  ];
  expect(plans).toEqual(["free", "paid", "paid", "paid", "paid"]);
  await Promise.all([activeOrganization.refetch(), listOrganizations.refetch()]);
  expect(activeOrganization.get().data?.plan).toBe("paid");
  expect(listOrganizations.get().data?.map(({ plan }) => plan)).toEqual(["paid"]);
  expect((await organization.update({ data: { plan: null } })).data?.plan).toBe(null);
  expect((await organization.delete({ organizationId: made.id })).data?.plan).toBe(null);
});

test("members, invitations, roles and teams show them, too, in every response", async () => {
  const { fixture, owner, made, organizationId } = await open();
  const { organization } = owner.client;
  const dan = await fixture.signUp("dan@example.com");
  const eve = await fixture.signUp("eve@example.com");
  const added = await fixture.auth.api.organization.addMember({
    userId: eve.user.id,
    role: "member",
    organizationId,
    title: "Dr",
  });
  const invited = await organization.inviteMember({ email: "dan@example.com", role: "member", note: "Welcome" });
  const accepted = await dan.client.organization.acceptInvitation({ invitationId: invited.data?.id ?? "" });
  const role = await organization.createRole({ role: "desk", permission: {}, label: "Front desk" });
  const team = await organization.createTeam({ name: "Sales", color: "red" });
  const { data: full } = await organization.getFullOrganization();

  const titles: readonly (string | null | undefined)[] = [
    made.members[0]?.title,
    added.title,
    full?.members.find(({ userId }) => userId === eve.user.id)?.title,
    (await organization.listMembers()).data?.members.find(({ userId }) => userId === eve.user.id)?.title,
    (await organization.getActiveMember()).data?.title,
    accepted.data?.member.title,
    (await organization.removeMember({ memberIdOrEmail: "eve@example.com" })).data?.member.title,
  ];
  expect(titles).toEqual([null, "Dr", "Dr", "Dr", null, null, "Dr"]);
  const notes: readonly (string | null | undefined)[] = [
    invited.data?.note,
    accepted.data?.invitation.note,
    full?.invitations[0]?.note,
    (await organization.listInvitations()).data?.[0]?.note,
  ];
  expect(notes).toEqual(Array(4).fill("Welcome"));
  const listed = (await organization.listRoles()).data?.map(({ label }) => label);
  expect([role.data?.label, ...(listed ?? [])]).toEqual(["Front desk", null, null, null, "Front desk"]);
  const teamColors: readonly (string | null | undefined)[] = [
    team.data?.color,
    full?.teams?.find(({ name }) => name === "Sales")?.color,
  ];
  expect(teamColors).toEqual(["red", "red"]);
});

test("a unique column with a taken value is named in the error, and not mistaken for a slug, a second membership or a role's name", async () => {
  const unique = () => ({ columns: { number: text().optional().input().unique() } });
  const numbers = definePlugin({
    id: "numbers",
    extends: { organization: unique(), member: unique(), organizationRole: unique() },
  });
  const fixture = createTestAuth({ plugins: [organization({ roleLimit: 5 }), numbers] });
  const { browser } = await fixture.signUp("owner@example.com");
  const post = async (path: string, body: object) => (await browser.post(`/organization/${path}`, body)).json();
  const taken = { code: "VALIDATION_ERROR", issues: [{ path: "number", message: "Taken already" }] };
  const { id: organizationId } = await post("create", { name: "Acme", slug: "acme", number: "1" });

  expect(await post("create", { name: "Other", slug: "other", number: "1" })).toMatchObject(taken);
  expect(await post("create", { name: "Other", slug: "acme" })).toMatchObject({ code: "ORGANIZATION_ALREADY_EXISTS" });
  const add = async (email: string) => {
    const { user } = await fixture.signUp(email);
    const member = { userId: user.id, role: "member", organizationId, number: "1" };
    return fixture.auth.api.organization.addMember(member);
  };
  await add("ann@example.com");
  await expect(add("ben@example.com")).rejects.toMatchObject(taken);
  await post("create-role", { role: "desk", permission: {}, number: "1" });
  expect(await post("create-role", { role: "door", permission: {}, number: "1" })).toMatchObject(taken);
  await post("create-role", { role: "door", permission: {} });
  expect(await post("update-role", { roleName: "door", data: { number: "1" } })).toMatchObject(taken);
  expect(await post("update-role", { roleName: "door", data: { roleName: "desk" } })).toMatchObject({
    code: "ROLE_ALREADY_EXISTS",
  });
});
