import type { Page } from "playwright-core";
import { intercept } from "../../../tests/harness/chromium.ts";
import { cancel, comeByExampleId, denial, goToExampleId, introduce } from "./example-id.ts";
import { asksFor } from "./step-up.ts";
import { heading, newUser } from "./test-user.ts";

type Show = (page: Page) => Promise<void>;

const isTooOld = asksFor(1);
const names =
  "Example ID,Google,Apple,Microsoft,GitHub,GitLab,Facebook,LinkedIn,X,Discord,Twitch,Spotify,Reddit,Dropbox,Zoom,TikTok,Kick,Roblox,VK";
const all = names.split(",").map((name) => ({ id: name === "X" ? "twitter" : name.toLowerCase(), name }));

/** The screens of a sign-in with a provider, for a signed-out browser. */
export const socialScreens: Readonly<Record<string, Show>> = {
  "sign-in with every provider": async (page) => {
    await page.route("**/public-options", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), providers: all } });
    });
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Continue with VK" }).waitFor();
    await page.unroute("**/public-options");
  },
  "on the way to a provider": async (page) => {
    const staysHere = { json: { url: "/", redirect: false } };
    await page.route("**/sign-in/social", (route) => route.fulfill(staysHere), { times: 1 });
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Continue with Example ID" }).click();
    await page.getByText("Opening Example ID…").waitFor();
  },
  "a provider that does not answer": async (page) => {
    const unavailable = { status: 503, json: { code: "SERVICE_UNAVAILABLE", message: "" } };
    await page.route("**/sign-in/social", (route) => route.fulfill(unavailable), { times: 1 });
    await page.goto("/sign-up");
    await page.getByRole("button", { name: "Continue with Example ID" }).click();
    await denial(page, "cannot be reached");
  },
  "the provider's page": async (page) => {
    await page.goto("/account/devices");
    await goToExampleId(page);
  },
  "the provider's page, another user": async (page) => {
    await page.getByText("Another user").click();
    await page.getByLabel("Name").waitFor();
  },
  "back from a provider": async (page) => {
    await cancel(page);
    await denial(page, "You denied access");
  },
  "back from a provider, for another way": async (page) => {
    await page.goto("/sign-up?error=account_not_linked&provider=example");
    await denial(page, "already has an account here");
  },
};

/** The screens of a user with a password who links a provider. Starts signed in. */
export const linkingScreens: Readonly<Record<string, Show>> = {
  "ways to sign in, linked": async (page) => {
    await page.goto("/account/sign-in");
    await goToExampleId(page, "Link Example ID");
    await introduce(page, newUser());
    await page.getByText("Example ID is linked.").waitFor();
  },
  "ways to sign in, is it still you": async (page) => {
    await intercept(page, "**/unlink-account", (route) => route.fulfill(asksFor(1, "password")), { times: 1 });
    await page.getByRole("button", { name: "Unlink Example ID" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Continue with Example ID" }).waitFor();
  },
  "ways to sign in, not unlinked": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByText("No change was made").waitFor();
  },
  "ways to sign in, error": async (page) => {
    await page.goto("/account/sign-in?error=account_already_linked_to_different_user&provider=example");
    await denial(page, "linked to another user");
    await page.getByRole("button", { name: "Unlink Example ID" }).waitFor();
  },
  "ways to sign in, unlinked": async (page) => {
    await page.getByRole("button", { name: "Unlink Example ID" }).click();
    await page.getByText("Example ID is unlinked.").waitFor();
  },
};

/** The account screens of a user without a password. Starts on any page. */
export const passwordlessScreens: Readonly<Record<string, Show>> = {
  "account without a password": async (page) => {
    await page.context().clearCookies();
    await comeByExampleId(page, { ...newUser(), name: "A".repeat(80) }, false);
    await page.getByRole("heading", { name: /^Welcome/ }).waitFor();
  },
  "the last way to sign in": async (page) => {
    await page.goto("/account/sign-in");
    await page.getByText("Your only sign-in method").waitFor();
  },
  "the first password": async (page) => {
    await page.goto("/account/password");
    await page.getByText("The new password is then your only sign-in method").waitFor();
  },
  "the first password, asked": async (page) => {
    await page.getByRole("button", { name: "Send the link" }).click();
    await heading(page, "Check your email");
  },
  "delete, without a password": async (page) => {
    await page.goto("/account/delete");
    await page.getByRole("button", { name: "Delete my account" }).waitFor();
  },
  "is it still you, without a password": async (page) => {
    await page.route("**/change-email", (route) => route.fulfill(isTooOld), { times: 1 });
    await page.goto("/account/email");
    await page.getByLabel("New email address").fill(newUser().email);
    await page.getByRole("button", { name: "Change address" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Continue with Example ID" }).waitFor();
  },
  "signed in again as another user": async (page) => {
    await page.goto("/account/email?again=other");
    await page.getByText("That was another account").waitFor();
  },
  "not deleted, back from a provider": async (page) => {
    await page.goto("/account-deleted?error=access_denied&provider=example");
    await denial(page, "You denied access");
  },
};
