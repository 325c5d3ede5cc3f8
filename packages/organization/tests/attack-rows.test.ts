import { sessionModel, text, withColumns } from "@keyhold/core/plugin";
import { memberModel, organizationModel } from "@keyhold/organization/plugin";
import { expect, test } from "vitest";
import { found, join, openOrganizations } from "./fixture.ts";

/** Rows with invalid content, as other software may write them: they grant no access, and block no user. */

const working = withColumns(sessionModel, { activeOrganizationId: text().optional() });

test("a session with an active organization of which its user is not a member does not pass it on to the next session", async () => {
  const fixture = openOrganizations();
  const [ann, eve] = [await fixture.signUp("ann@example.com"), await fixture.signUp("eve@example.com")];
  const organizationId = await found(ann, "acme");
  const [session] = await fixture.db.list(working, { userId: eve.user.id }, { orderBy: "id", limit: 1 });
  await fixture.db.update(working, session?.id ?? "", { activeOrganizationId: organizationId });
  await eve.client.signIn.email({ email: "eve@example.com", password: eve.password });
  expect((await eve.client.getSession()).data?.session.activeOrganizationId).toBe(null);
});

test("of metadata with other values only the strings are returned", async () => {
  const fixture = openOrganizations();
  const ann = await fixture.signUp("ann@example.com");
  const organizationId = await found(ann, "acme");
  const metadata = '{"plan":"free","seats":5,"owner":{"id":"x"},"tags":["a"],"none":null}';
  await fixture.db.update(organizationModel, organizationId, { metadata });
  const { data } = await ann.client.organization.update({ organizationId, data: { name: "Acme" } });
  expect(data?.metadata).toEqual({ plan: "free" });
});

test("a member of an organization without an owner can delete their account", async () => {
  const fixture = openOrganizations({}, { user: { deleteUser: { enabled: true, confirmByMail: false } } });
  const [ann, bob] = [await fixture.signUp("ann@example.com"), await fixture.signUp("bob@example.com")];
  const organizationId = await found(ann, "acme");
  await join(fixture, { organizationId, userId: bob.user.id, role: "member" });
  await fixture.db.transactionOn(organizationModel, organizationId, (tx, organization) =>
    tx.remove(memberModel, { organizationId, userId: ann.user.id }, organization),
  );
  expect((await bob.client.deleteUser({ password: bob.password })).error).toBe(null);
});
