import { describe } from "vitest";
import { executablePath } from "../../../tests/harness/chromium.ts";
import { accountFlows } from "./account-flows.ts";
import { adminFlows } from "./admin-flows.ts";
import { setUp } from "./app.ts";
import { factorFlows } from "./factor-flows.ts";
import { organizationFlows } from "./organization-flows.ts";
import { providerFlows } from "./provider-flows.ts";
import { signInFlows } from "./sign-in-flows.ts";

describe.skipIf(!executablePath)("the screens in an app of Next.js, by the keyboard alone", { timeout: 90_000 }, () => {
  const app = setUp();
  describe("for a sign-in", () => signInFlows(app));
  describe("for a second factor", () => factorFlows(app));
  describe("for an account", () => accountFlows(app));
  describe("for providers and passkeys", () => providerFlows(app));
  describe("for organizations", () => organizationFlows(app));
  describe("for administrators", () => adminFlows(app));
});
