import { describe } from "vitest";
import { executablePath } from "../../../tests/harness/chromium.ts";
import { accountFlows } from "./account-flows.ts";
import { setUp } from "./app.ts";
import { factorFlows } from "./factor-flows.ts";
import { organizationFlows } from "./organization-flows.ts";
import { providerFlows } from "./provider-flows.ts";

/** The screens that the example of React has in CI, in an app of Next.js. */
describe.skipIf(!executablePath)("the screens in an app of Next.js, by the keyboard alone", { timeout: 90_000 }, () => {
  const app = setUp();
  describe("for a second factor", () => factorFlows(app));
  describe("for an account", () => accountFlows(app));
  describe("for providers and passkeys", () => providerFlows(app));
  describe("for organizations", () => organizationFlows(app));
});
