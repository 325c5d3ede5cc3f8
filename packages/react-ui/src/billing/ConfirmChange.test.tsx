// @vitest-environment jsdom
import { createAuthClient } from "@keyhold/react";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { answering } from "../../tests/answering.ts";
import { AuthUI } from "../auth-ui.js";
import { ConfirmChange } from "./ConfirmChange.js";
import { PlanPrice } from "./PlanCard.js";
import type { Product } from "./types.js";
import type { PlanChange } from "./use-plan-change.js";

/** jsdom has no dialogs. */
beforeEach(() => {
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} });
});
afterEach(cleanup);

test.each([
  ["fixed", 1200, "$12 per month"],
  ["seat", 1200, "$12 per seat per month"],
  ["metered", 10, "$0.10 per unit"],
  ["fixed", 0, "Free"],
] as const)("the dialog and the plan name a price of the kind %s, %i, alike: %s", (kind, amount, text) => {
  const prices = [{ kind, amount, currency: "usd" }] as unknown as Product["prices"];
  const to = { name: "Team", interval: "month", intervalCount: 1, prices } as Product;
  const change = { from: { name: "Pro" }, to, proration: "prorate" } as PlanChange;
  const client = createAuthClient({ baseURL: "http://localhost:3000", fetch: answering({ "/get-session": null }) });
  const state = { busy: null, error: null, waitSeconds: 0, dismiss: () => undefined };
  render(
    <AuthUI client={client}>
      <ConfirmChange change={change} state={state} confirm={() => undefined} />
      <div data-testid="plan">
        <PlanPrice product={to} />
      </div>
    </AuthUI>,
  );
  expect(screen.getByText(new RegExp(`: ${text.replace("$", "\\$")}\\.?$`))).toBeTruthy();
  expect(screen.getByTestId("plan").textContent?.trim()).toBe(text);
});
