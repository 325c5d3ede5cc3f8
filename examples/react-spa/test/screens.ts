import type { Page } from "playwright-core";
import { adminScreens } from "./admin-screens.ts";
import type { Demo } from "./demo.ts";
import { factorScreens } from "./factor-screens.ts";
import { machineScreens } from "./machine-screens.ts";
import { invitationScreens, organizationScreens } from "./organization-screens.ts";
import { passkeyScreens } from "./passkey-screens.ts";
import { shopScreens } from "./shop-screens.ts";
import { linkingScreens, passwordlessScreens, socialScreens } from "./social-screens.ts";
import { asksFor } from "./step-up.ts";
import { followEmail, heading, messages, newUser, signUp } from "./test-user.ts";

type Show = (page: Page, demo: Demo) => Promise<void>;

const at =
  (path: string, title: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(path);
    await heading(page, title);
  };

/** Clicks a button, and waits for the page's text after this response. */
const answered =
  (path: string, button: string, { route, said, answer }: { route: string; said: string; answer: object }): Show =>
  async (page) => {
    await page.route(route, (given) => given.fulfill(answer), { times: 1 });
    await page.goto(path);
    await page.locator("main .kh-input").first().waitFor();
    for (const input of await page.locator("main .kh-input").all()) await input.fill("somebody@example.com");
    await page.getByRole("main").getByRole("button", { name: button }).click();
    await page.getByText(said).first().waitFor();
  };

/** Public screens. */
const publicScreens: Readonly<Record<string, Show>> = {
  start: at("/", "Sign-in that lives in your own app"),
  "sign-in": at("/sign-in", "Sign in to Keyhold example"),
  "sign-in, error": async (page) => {
    await page.goto("/sign-in");
    await page.getByLabel("Email or username").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.locator("[aria-invalid=true]").waitFor();
  },
  "sign-in, no connection": async (page) => {
    await page.goto("/sign-in");
    await page.getByLabel("Email or username").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("alert").getByText("No connection").waitFor();
    await page.context().setOffline(false);
  },
  "sign-up, empty": async (page) => {
    await page.goto("/sign-up");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  },
  "mailbox, empty": async (page) => {
    await page.route("**/api/mailbox", (route) => route.fulfill({ json: [] }));
    await page.goto("/mailbox");
    await page.getByText("No emails yet").waitFor();
    await page.unroute("**/api/mailbox");
  },
  "page not found": at("/nowhere", "Page not found"),
  "no connection": async (page) => {
    await page.route("**/get-session", (route) => route.abort());
    await page.goto("/account");
    await heading(page, "No connection");
    await page.unroute("**/get-session");
  },
  "sign-in by a link": at("/magic-link", "Sign in to Keyhold example by email"),
  "forgotten password": at("/forgot-password", "Forgot your password?"),
  "forgotten password, asked": async (page) => {
    await page.goto("/forgot-password");
    await page.getByLabel("Email").fill(`${"nobody".repeat(10)}@example.com`);
    await page.getByRole("button", { name: "Send the link" }).click();
    await heading(page, "Check your email");
  },
  "new password": at("/reset-password?token=any", "Choose a new password"),
  "new password, error": at("/reset-password?error=INVALID_TOKEN", "This link does not work"),
  "confirmed elsewhere": at("/verify-email?verified", "Your address is verified"),
  "too old": at("/verify-email?verified&error=token_expired", "This link is too old"),
  "not signed in": at("/verify-email?verified&error=unauthorized", "Sign in first"),
  deleted: at("/account-deleted?from=email", "Your account is deleted"),
  "account, signed out": at("/account/email", "Sign in to Keyhold example"),
};

/** The account screens of a user with a long name. Each starts at the end of the previous one. */
const accountScreens: Readonly<Record<string, Show>> = {
  account: async (page) => {
    const email = `${"a".repeat(60)}@${crypto.randomUUID()}.example.com`;
    await signUp(page, { ...newUser(), name: "A".repeat(255), email });
    await page.evaluate((email) => sessionStorage.setItem("email", email), email);
  },
  "user menu": async (page) => {
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
  },
  "email sent again": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("A new email is on its way to").waitFor();
  },
  "address, not confirmed": at("/account/email", "Email address"),
  "one more email": at("/verify-email?verified", "One more email"),
  "too old, signed in": at("/verify-email?verified&error=token_expired", "This link is too old"),
  "address not changed": at("/verify-email?verified&error=couldnt_update_your_email", "Your address was not changed"),
  confirmed: async (page) => {
    const email = await page.evaluate(() => sessionStorage.getItem("email"));
    const opened = await followEmail(page, email ?? "", ...messages.confirm);
    await heading(opened, "Your address is verified");
    await opened.close();
    await at("/verify-email?verified", "Your address is verified")(page);
  },
  profile: at("/account/profile", "Profile"),
  "profile, saved": async (page) => {
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
  },
  address: at("/account/email", "Email address"),
  "address, is it still you": answered("/account/email", "Change address", {
    route: "**/change-email",
    said: "Confirm that it is you",
    answer: asksFor(1, "password"),
  }),
  "address, asked": async (page) => {
    await page.goto("/account/email");
    await page.getByLabel("New email address").fill(newUser().email);
    await page.getByRole("button", { name: "Change address" }).click();
    await heading(page, "First, your current address");
  },
  password: async (page) => {
    await at("/account/password", "Password")(page);
    await page.getByLabel("Current password").waitFor();
  },
  "password, too many tries": answered("/account/password", "Change password", {
    route: "**/change-password",
    said: "Too many tries",
    answer: { status: 429, headers: { "retry-after": "500" }, json: { code: "TOO_MANY_REQUESTS", message: "" } },
  }),
  devices: async (page) => {
    await page.route("**/list-sessions", async (route) => {
      const response = await route.fetch();
      const [own] = await response.json();
      const other = {
        ...own,
        id: "other",
        isCurrent: false,
        userAgent: "iPhone Safari",
        ipAddress: "2001:db8::ff00:42:8329",
      };
      // The content type of the response names its dates.
      const body = JSON.stringify([own, other, { ...other, id: "third", userAgent: null }]);
      await route.fulfill({ response, body });
    });
    await at("/account/devices", "Devices")(page);
    await page.getByText("Safari on iOS").waitFor();
    await page.unroute("**/list-sessions");
  },
  "devices, failed": async (page) => {
    await page.route("**/list-sessions", (route) => route.fulfill({ status: 501, json: {} }));
    await page.goto("/account/devices");
    await page.getByText("could not be loaded").waitFor();
    await page.unroute("**/list-sessions");
  },
  "ways to sign in": async (page) => {
    await at("/account/sign-in", "Sign-in methods")(page);
    await page.getByRole("button", { name: "Link Example ID" }).waitFor();
  },
  delete: async (page) => {
    await at("/account/delete", "Delete account")(page);
    await page.getByLabel("Password", { exact: true }).waitFor();
  },
  "delete, empty": async (page) => {
    await page.getByRole("button", { name: "Delete my account" }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  },
  "not deleted": at("/account-deleted?from=email&error=invalid_token", "Your account was not deleted"),
  "not deleted, signed in long ago": at(
    "/account-deleted?from=email&error=session_is_not_fresh",
    "Confirm that it is you",
  ),
  mailbox: async (page) => {
    await page.goto("/mailbox");
    await page.locator(".emails").waitFor();
  },
  "a letter": async (page) => {
    await page.goto("/mailbox/1");
    await page.getByRole("article").waitFor();
  },
  "an email as text": async (page) => {
    await page.getByLabel("Text").check();
  },
};

/** Every state of every screen, reached by user actions. */
export const screens: Readonly<Record<string, Show>> = {
  ...publicScreens,
  ...socialScreens,
  ...accountScreens,
  ...linkingScreens,
  ...passwordlessScreens,
  ...organizationScreens,
  ...invitationScreens,
  ...adminScreens,
  ...factorScreens,
  ...passkeyScreens,
  ...machineScreens,
  ...shopScreens,
};
