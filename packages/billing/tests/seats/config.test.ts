import { memory } from "@keyhold/adapter-memory";
import { billing, billingHandlers } from "@keyhold/billing";
import { createAuth } from "@keyhold/core";
import { expect, test } from "vitest";
import { openShop } from "./shop.ts";

test("createAuth refuses seats that nobody can sell", async () => {
  const { desk, provider } = await openShop();
  const errorsOf = (options: object) => {
    const webhook = { secret: "polar_whs_of_the_provider_for_tests", handlers: billingHandlers() };
    try {
      const plugins = [billing({ webhook, provider, ...options } as never)];
      createAuth({
        secret: "only for this test: 4f9b7c21d8e3a650",
        baseURL: "https://a.example",
        database: memory(),
        plugins,
      });
      return "";
    } catch (error) {
      return String(error);
    }
  };
  const id = String(desk.products.team);
  const team = (seats: unknown) => errorsOf({ products: { team: { id, seats } } });
  expect(team("members")).toContain('"billing" requires the plugin "organization"');
  expect(team("all")).toContain('products.team.seats: must be "members", "limit"');
  expect(team({ kind: "limit", min: 5, max: 2 })).toContain("products.team.seats.min: must not be greater than max");
  expect(team({ kind: "limit", min: 0 })).toContain("products.team.seats.min: must be a whole number from 1");
  expect(team({ kind: "limit", most: 1 })).toContain("products.team.seats.most: is no option");
  expect(errorsOf({ products: { team: { id, sits: 1 } } })).toContain("products.team.sits: is no option");
  expect(errorsOf({ products: { team: null } })).toContain("products.team: must be the provider's id");
  expect(errorsOf({ provider: null, mirror: true, products: { team: { id, seats: "limit" } } })).toContain(
    "products.team.seats: needs `provider`",
  );
  const older = { ...provider, capabilities: { ...provider.capabilities, seats: false } };
  expect(errorsOf({ provider: older, products: { team: { id, seats: "limit" } } })).toContain(
    "products.team.seats: the provider has no seats in this version of its API",
  );
  expect(errorsOf({ seats: { maxWithoutSubscription: 0 } })).toContain("seats.maxWithoutSubscription: must be");
});
