import type { Page } from "playwright-core";
import { signInAsAdministrator } from "./company.ts";
import type { Demo } from "./demo.ts";
import { heading } from "./test-user.ts";

type Show = (page: Page, demo: Demo) => Promise<void>;

/** For the administrator. The last user who signed up has a long name. */
export const adminScreens: Readonly<Record<string, Show>> = {
  users: async (page, demo) => {
    await signInAsAdministrator(page, demo);
    await page.goto("/admin");
    await page
      .getByRole("link", { name: /^W{20}|^N{20}|^A{20}/ })
      .first()
      .waitFor();
  },
  "users, no match": async (page) => {
    await page.getByLabel("Begins with").fill("nobody");
    await page.getByText("No user matches.").waitFor();
  },
  "users, failed": async (page) => {
    await page.route("**/list-users*", (route) => route.fulfill({ status: 501, json: {} }));
    await page.goto("/admin");
    await page.getByText("could not be loaded").waitFor();
    await page.unroute("**/list-users*");
  },
  "a user": async (page) => {
    await page.goto("/admin");
    await page
      .getByRole("link", { name: /^A{20}/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Sign out Chrome on Linux" }).first().waitFor();
  },
  "acting as a user": async (page) => {
    await page.getByRole("button", { name: /^Impersonate/ }).click();
    await page.getByText("You are impersonating").waitFor();
    // The bar is there before the screen of the user.
    await page.getByRole("heading", { level: 1 }).waitFor();
  },
  "acting as a user, in the mailbox": async (page) => {
    await page.goto("/mailbox");
    await page.getByText("You are impersonating").waitFor();
    await page.getByRole("button", { name: /^Stop impersonating/ }).click();
    await page.getByRole("button", { name: /^Impersonate/ }).waitFor();
  },
  "a user, banned": async (page) => {
    await page.getByLabel("Reason").fill("R".repeat(300));
    await page.getByRole("button", { name: /^Ban/ }).click();
    await page.getByRole("button", { name: "Lift the ban" }).waitFor();
  },
  "no such user": async (page) => {
    await page.goto("/admin/users/nobody");
    await heading(page, "No such user");
  },
};
