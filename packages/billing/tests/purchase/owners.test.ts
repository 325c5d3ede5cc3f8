import { expect, test } from "vitest";
import { openShop } from "../seats/shop.ts";

const refused = (path: string, message: string) => ({
  status: 422,
  body: { code: "BILLING_INPUT_REFUSED", issues: [{ path, message }] },
});

const toUsers = "is sold to users, not to organizations";
const toOrganizations = "is sold to organizations, not to users";

test("a product for users is not sold to an organization, whose members would all have it", async () => {
  const { post, found, desk } = await openShop({ sells: { pro: { for: "user" } } });
  const { id, owner } = await found("acme");
  expect(await post("/checkout", { slug: "pro", referenceId: id }, owner.headers)).toMatchObject(
    refused("referenceId", toUsers),
  );
  expect(await post("/checkout", { products: [desk.products.pro], referenceId: id }, owner.headers)).toMatchObject(
    refused("referenceId", toUsers),
  );
  expect(desk.calls.some(({ path }) => path === "/v1/checkouts/")).toBe(false);
  expect(await post("/checkout", { slug: "pro" }, owner.headers)).toMatchObject({ status: 200 });
});

test("a subscription of an organization does not change to a product for users", async () => {
  const { post, found, buy, provider } = await openShop({ sells: { pro: { for: "user" } } });
  const { id, owner } = await found("acme");
  await buy(owner.headers, { slug: "max", referenceId: id });
  const [{ id: subscriptionId } = { id: "" }] = (await provider.subscriptions.list({ ownerId: `org:${id}` })).items;
  const answer = await post("/billing/subscription/change", { subscriptionId, slug: "pro" }, owner.headers);
  expect(answer).toMatchObject(refused("slug", toUsers));
});

test.each([{ for: "organization" }, { seats: "members" }, { seats: "limit" }] as const)(
  "a product with %j is not sold to a user",
  async (team) => {
    const { post, person } = await openShop({ sells: { team } });
    const { headers } = await person("bob");
    expect(await post("/checkout", { slug: "team" }, headers)).toMatchObject(refused("referenceId", toOrganizations));
  },
);

test("the products say to whom they are sold", async () => {
  const { auth } = await openShop({ sells: { pro: { for: "user" }, team: { seats: "members" } } });
  await auth.api.billing.syncAll({});
  const { products } = await auth.api.billing.products({});
  expect(Object.fromEntries(products.map((product) => [product.slug, product.for]))).toEqual({
    pro: "user",
    max: null,
    team: "organization",
    club: null,
  });
});

test("createAuth refuses an unknown owner, and a product with seats for users", async () => {
  await expect(openShop({ sells: { pro: { for: "team" as "user" } } })).rejects.toThrow(
    'products.pro.for: must be "user" or "organization"',
  );
  await expect(openShop({ sells: { team: { for: "user", seats: "members" } } })).rejects.toThrow(
    "products.team.for: a product with seats is for organizations",
  );
});
