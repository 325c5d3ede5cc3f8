import { expect, test } from "vitest";
import { openShop } from "./shop.ts";

test("a member who was removed, or has left, has nothing of the organization at the next call", async () => {
  const { api, auth, buy, person } = await openShop();
  const ada = await person("ada");
  const { id } = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers: ada.headers });
  await buy(`org:${id}`, "pro");
  for (const way of ["removed", "left"] as const) {
    const { user, headers } = await person(way);
    const member = await auth.api.organization.addMember({ organizationId: id, userId: user.id, role: "member" });
    await auth.api.organization.setActive({ organizationId: id }, { headers });
    expect(await api.has({ entitlement: "export" }, { headers })).toMatchObject({ has: true });
    if (way === "left") await auth.api.organization.leave({ organizationId: id }, { headers });
    else {
      const gone = { organizationId: id, memberIdOrEmail: member.id };
      await auth.api.organization.removeMember(gone, { headers: ada.headers });
    }
    expect(await api.has({ entitlement: "export" }, { headers }), way).toEqual({ has: false, because: "never-bought" });
    await expect(api.require({ entitlement: "export" }, { headers })).rejects.toMatchObject({ status: 402 });
    expect(await api.has({ entitlement: "export", userId: user.id, anyOrganization: true })).toMatchObject({
      has: false,
    });
  }
});

test("a subscription that the provider moves to a product out of the catalogue unlocks nothing, until it moves back", async () => {
  const { api, buy, desk, person, provider, settled, subscriptionOf, toldSince } = await openShop();
  const { user, headers } = await person("ada");
  await buy(user.id, "yearly");
  expect(toldSince()).toEqual(["user gained pro"]);
  const { id } = await subscriptionOf(user.id);
  const moveTo = async (productId: string) => {
    await provider.subscriptions.change(String(id), { productId });
    await settled();
  };
  await moveTo(desk.products.hidden);
  expect(await api.has({ entitlement: "pro", userId: user.id })).toEqual({ has: false, because: "never-bought" });
  expect(toldSince()).toEqual(["user lost pro"]);
  const state = await api.state({}, { headers });
  expect(state.subscriptions).toMatchObject([{ id, productId: desk.products.hidden, status: "active" }]);
  // The owner still pays: no deletion.
  await expect(api.require({ entitlement: "pro", userId: user.id })).rejects.toMatchObject({ status: 402 });
  await moveTo(desk.products.yearly);
  expect(await api.has({ entitlement: "pro", userId: user.id })).toMatchObject({ has: true, source: id });
  expect(toldSince()).toEqual(["user gained pro"]);
});
