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
