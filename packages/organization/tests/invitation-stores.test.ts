import { afterEach, expect, test } from "vitest";
import { openCompany } from "./fixture.ts";
import { invite, signUpVerified } from "./invited.ts";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test("after an acceptance, the list and the active organization refresh on their own", async () => {
  const company = await openCompany();
  const { client } = await signUpVerified(company.fixture);
  const { id } = await invite(company);
  for (const store of [client.session, client.listOrganizations, client.activeOrganization])
    stops.push(store.subscribe(() => undefined));
  await expect.poll(() => client.listOrganizations.get().data).toEqual([]);
  await expect.poll(() => client.activeOrganization.get().isPending).toBe(false);
  await client.organization.acceptInvitation({ invitationId: id });
  await expect.poll(() => client.listOrganizations.get().data).toMatchObject([{ slug: "acme" }]);
  await expect.poll(() => client.activeOrganization.get().data).toMatchObject({ slug: "acme" });
  const { organizationId } = company;
  await expect.poll(() => client.session.get().data?.session).toMatchObject({ activeOrganizationId: organizationId });
});

test("after an invitation or a cancellation, the active organization refreshes on its own", async () => {
  const company = await openCompany();
  const { client } = company.owner;
  const statuses = () => client.activeOrganization.get().data?.invitations.map(({ status }) => status);
  stops.push(client.activeOrganization.subscribe(() => undefined));
  await expect.poll(() => statuses()).toEqual([]);
  const { id } = await invite(company);
  await expect.poll(() => statuses()).toEqual(["pending"]);
  await client.organization.cancelInvitation({ invitationId: id });
  await expect.poll(() => statuses()).toEqual(["canceled"]);
});
