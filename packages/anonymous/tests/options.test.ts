import { anonymous } from "@keyhold/anonymous";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";

test.each([
  [{ perApp: { windowSeconds: 3600 } }, "perApp: must be { windowSeconds, max }, whole numbers of at least 1"],
  [{ unusedDays: 0 }, "unusedDays: must be a whole number from 1 to 3650"],
  [{ onLinkAccount: () => {} }, 'for a sign-in write the hook "anonymous.merge"'],
  [{ emailDomainName: "example.com" }, "the addresses of guests are at anonymous.invalid"],
])("%o is a config error", (given, message) => {
  expect(() => createTestAuth({ plugins: [anonymous(given as object)] })).toThrow(message);
});
