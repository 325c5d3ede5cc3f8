// @vitest-environment jsdom
import { billingClient } from "@keyhold/billing/client";
import { publicOptionsClient } from "@keyhold/public-options/client";
import { createAuthClient } from "@keyhold/react";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { answering, sessionOf, usualOptions } from "../../tests/answering.ts";
import { AuthUI } from "../auth-ui.js";
import { PricingTable } from "./PricingTable.js";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const product = (slug: string, more: object = {}) => ({
  slug,
  id: slug,
  name: slug,
  description: null,
  interval: null,
  intervalCount: 1,
  trial: null,
  seats: null,
  canBuy: true,
  prices: [{ kind: "fixed", amount: 1200, currency: "usd" }],
  ...more,
});

test("a product that cannot be shown leaves the other products in the table", async () => {
  const complaints = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const products = [product("Pro"), product("Broken", { name: { en: "Broken" } }), product("Team")];
  const fetch = answering({
    "/get-session": null,
    "/public-options": { ...usualOptions, plugins: { billing: {} } },
    "/billing/products": { products },
  });
  const plugins = [publicOptionsClient(), billingClient()] as const;
  const client = createAuthClient({ baseURL: "http://localhost:3000", fetch, plugins, retry: 0 });
  render(
    <AuthUI client={client}>
      <PricingTable />
    </AuthUI>,
  );
  expect(await screen.findByRole("heading", { name: "Pro" })).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Team" })).toBeTruthy();
  expect(screen.getAllByText("This entry cannot be shown.")).toHaveLength(1);
  expect(complaints).toHaveBeenCalled();
});

test("a user sees the products of a server that does not tell to whom they are sold, and none for organizations", async () => {
  const fetch = answering({
    "/get-session": sessionOf({}),
    "/public-options": { ...usualOptions, plugins: { billing: {} } },
    "/billing/state": { subscriptions: [], pastDue: [] },
    "/billing/products": { products: [product("Pro"), product("Team", { for: "organization" })] },
  });
  const plugins = [publicOptionsClient(), billingClient()] as const;
  const client = createAuthClient({ baseURL: "http://localhost:3000", fetch, plugins, retry: 0 });
  render(
    <AuthUI client={client}>
      <PricingTable />
    </AuthUI>,
  );
  expect(await screen.findByRole("heading", { name: "Pro" })).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Team" })).toBe(null);
});
