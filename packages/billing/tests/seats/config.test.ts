import { memory } from "@keyhold/adapter-memory";
import { billing, billingHandlers } from "@keyhold/billing";
import { createAuth } from "@keyhold/core";
import { expect, test } from "vitest";
import { openShop } from "./shop.ts";

const errorsOf = (options: object) => {
  const webhook = { secret: "polar_whs_of_the_provider_for_tests", handlers: billingHandlers() };
  try {
    const plugins = [billing({ webhook, ...options } as never)];
    createAuth({
      secret: "of the configs of this test: 83c1d0e7ab5f2946",
      baseURL: "https://a.example",
      database: memory(),
      plugins,
    });
    return "";
  } catch (error) {
    return String(error);
  }
};

test("createAuth refuses seats that nobody can sell", async () => {
  const { desk, provider } = await openShop();
  const id = String(desk.products.team);
  const team = (seats: unknown) => errorsOf({ provider, products: { team: { id, seats } } });
  expect(team("members")).toContain('"billing" requires the plugin "organization"');
  expect(team("all")).toContain('products.team.seats: must be "members", "limit"');
  expect(team({ kind: "limit", min: 5, max: 2 })).toContain("products.team.seats.min: must not be greater than max");
  expect(team({ kind: "limit", min: 0 })).toContain("products.team.seats.min: must be a whole number from 1");
  expect(team({ kind: "limit", most: 1 })).toContain("products.team.seats.most: is no option");
  expect(errorsOf({ provider, products: { team: { id, sits: 1 } } })).toContain("products.team.sits: is no option");
  expect(errorsOf({ provider, products: { team: null } })).toContain("products.team: must be the provider's id");
  expect(errorsOf({ provider: null, mirror: true, products: { team: { id, seats: "limit" } } })).toContain(
    "products.team.seats: needs `provider`",
  );
  const older = { ...provider, capabilities: { ...provider.capabilities, seats: false } };
  expect(errorsOf({ provider: older, products: { team: { id, seats: "limit" } } })).toContain(
    "products.team.seats: the provider has no seats in this API version",
  );
  expect(errorsOf({ provider, seats: { maxWithoutSubscription: 0 } })).toContain(
    "seats.maxWithoutSubscription: must be",
  );
});

test("createAuth refuses a trial that cannot be", async () => {
  const { desk, provider } = await openShop();
  const id = String(desk.products.pro);
  const trial = (given: unknown, options: object = {}) =>
    errorsOf({ provider, products: { pro: { id, trial: given } }, ...options });
  expect(trial({ days: 0 })).toContain("products.pro.trial.days: must be a whole number from 1 to 730");
  expect(trial({ days: 1.5 })).toContain("products.pro.trial.days: must be a whole number from 1 to 730");
  expect(trial(14)).toContain("products.pro.trial: must be an object, e.g. { days: 14 }");
  expect(trial({ days: 3, warnDays: 3 })).toContain("products.pro.trial.warnDays: must be a whole number from 0");
  expect(trial({ days: 3, allow: true })).toContain("products.pro.trial.allow: must be a function");
  expect(trial({ days: 3, weeks: 1 })).toContain("products.pro.trial.weeks: is no option");
  expect(trial({ days: 3 }, { provider: null, mirror: true })).toContain("products.pro.trial: needs `provider`");
  const older = { ...provider, capabilities: { ...provider.capabilities, trials: false } };
  expect(trial({ days: 3 }, { provider: older })).toContain(
    "products.pro.trial: the provider has no trials in this API version",
  );
  expect(trial({ days: 3 })).toBe("");
});
