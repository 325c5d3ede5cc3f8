import { expect, test } from "vitest";
import { openShop } from "./shop.ts";

test("with anyOrganization what any organization of the user has counts, and only while the user is a member", async () => {
  const { api, auth, buy, person } = await openShop();
  const [ada, bob, eve] = [await person("ada"), await person("bob"), await person("eve")];
  const create = (slug: string) =>
    auth.api.organization.create({ name: slug, slug }, { headers: ada.headers }).then(({ id }) => id);
  const [acme, other] = [await create("acme"), await create("other")];
  for (const organizationId of [acme, other]) {
    await auth.api.organization.addMember({ organizationId, userId: bob.user.id, role: "member" });
  }
  await buy(`org:${acme}`, "pro");
  await auth.api.organization.setActive({ organizationId: other }, { headers: bob.headers });
  const asked = { entitlement: "pro", anyOrganization: true } as const;
  expect((await api.has({ entitlement: "pro" }, { headers: bob.headers })).has).toBe(false);
  expect(await api.has(asked, { headers: bob.headers })).toMatchObject({ has: true, because: "subscription" });
  expect((await api.has({ ...asked, anyOrganization: false }, { headers: bob.headers })).has).toBe(false);
  expect((await api.require(asked, { headers: bob.headers })).has).toBe(true);
  expect((await api.has({ ...asked, userId: bob.user.id })).has).toBe(true);
  expect((await api.has(asked, { headers: eve.headers })).has).toBe(false);
  expect((await api.has({ ...asked, userId: eve.user.id })).has).toBe(false);
  await auth.api.organization.removeMember(
    { organizationId: acme, memberIdOrEmail: "bob@example.com" },
    { headers: ada.headers },
  );
  expect((await api.has(asked, { headers: bob.headers })).has).toBe(false);
  await expect(api.require(asked, { headers: bob.headers })).rejects.toMatchObject({ code: "ENTITLEMENT_REQUIRED" });
});

test("anyOrganization asks nothing without a user, finds the user's own, and is refused beside an organization", async () => {
  const { api, buy, person } = await openShop();
  const ada = await person("ada");
  await buy(ada.user.id, "pro");
  const asked = { entitlement: "pro", anyOrganization: true } as const;
  expect((await api.has(asked, { headers: ada.headers })).has).toBe(true);
  expect((await api.has(asked)).has).toBe(false);
  await expect(api.require(asked)).rejects.toMatchObject({ status: 401 });
  await expect(api.has({ ...asked, organizationId: "acme" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});
