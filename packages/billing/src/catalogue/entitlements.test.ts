import { expect, test } from "vitest";
import { entitlementErrors } from "./entitlements.js";

const products = ["pro"];
const rule = { products: ["pro"] };

test.each(["pro", "priority-support", "early_access", "2fa", "constructor"])(
  "%s is a name of an entitlement",
  (name) => {
    expect(entitlementErrors(Object.fromEntries([[name, rule]]), products)).toEqual([]);
  },
);

test.each(["api.calls", "two words", "", "__proto__", "größe", "a+b", "a;b"])(
  "%j is no name of an entitlement",
  (name) => {
    expect(entitlementErrors(Object.fromEntries([[name, rule]]), products)).toEqual([
      `entitlements.${name}: is no name of an entitlement; use letters, digits, hyphens and underscores`,
    ]);
  },
);

test("usage beyond the balance is refused without an entitlement that ends with the subscription", () => {
  const rules = { pro: rule, calls: { meter: "a meter", overage: true } };
  expect(entitlementErrors(rules, products)).toEqual([
    "entitlements.calls.overage: needs `needs`, the entitlement of the subscription that pays",
  ]);
  expect(entitlementErrors({ ...rules, calls: { ...rules.calls, needs: "pro" } }, products)).toEqual([]);
});
