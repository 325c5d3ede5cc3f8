import { describe } from "vitest";
import { executablePath } from "../../../tests/harness/chromium.ts";
import { adminFlows } from "./admin-flows.ts";
import { setUp } from "./app.ts";
import { pageFlows } from "./page-flows.ts";
import { signInFlows } from "./sign-in-flows.ts";

/** What Next.js alone can break: the HTML of the server, the start of React on each page, and ways between pages. */
describe.skipIf(!executablePath)("the screens in an app of Next.js, by the keyboard alone", { timeout: 90_000 }, () => {
  const app = setUp();
  describe("for a sign-in", () => signInFlows(app));
  describe("on every page", () => pageFlows(app));
  describe("for administrators", () => adminFlows(app));
});
