import { sessionModel, text, withColumns } from "@keyhold/core/plugin";
import { memberModel, organizationModel } from "@keyhold/organization/plugin";
import { expect, test } from "vitest";
import { found, join, openOrganizations } from "./fixture.ts";

/** Rows as we never leave them, but other programs may: they give nobody anything, and nobody is stuck because of them. */

const working = withColumns(sessionModel, { activeOrganizationId: text().optional() });

test("a session that shows an organization of which its person is no member does not pass it on to the next one", async () => {
  const fixture = openOrganizations();
  const [ann, eve] = [await fixture.signUp("ann@example.com"), await fixture.signUp("eve@example.com")];
  const organizationId = await found(ann, "acme");
  const [session] = await fixture.db.list(working, { userId: eve.user.id }, { orderBy: "id", limit: 1 });
  await fixture.db.update(working, session?.id ?? "", { activeOrganizationId: organizationId });
  await eve.client.signIn.email({ email: "eve@example.com", password: eve.password });
  expect((await eve.client.getSession()).data?.session.activeOrganizationId).toBe(null);
});

test("of metadata that holds other things than texts only the texts are answered", async () => {
  const fixture = openOrganizations();
  const ann = await fixture.signUp("ann@example.com");
  const organizationId = await found(ann, "acme");
  const metadata = '{"plan":"free","seats":5,"owner":{"id":"x"},"tags":["a"],"none":null}';
  await fixture.db.update(organizationModel, organizationId, { metadata });
  const { data } = await ann.client.organization.update({ organizationId, data: { name: "Acme" } });
  expect(data?.metadata).toEqual({ plan: "free" });
});

test("a member of an organization that has no owner any more deletes their account all the same", async () => {
  const fixture = openOrganizations({}, { user: { deleteUser: { enabled: true, confirmByMail: false } } });
  const [ann, bob] = [await fixture.signUp("ann@example.com"), await fixture.signUp("bob@example.com")];
  const organizationId = await found(ann, "acme");
  await join(fixture, { organizationId, userId: bob.user.id, role: "member" });
  await fixture.db.transactionOn(organizationModel, organizationId, (tx, organization) =>
    tx.remove(memberModel, { organizationId, userId: ann.user.id }, organization),
  );
  expect((await bob.client.deleteUser({ password: bob.password })).error).toBe(null);
});
