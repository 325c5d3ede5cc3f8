import type { Page } from "playwright-core";
import { intercept } from "../../../tests/harness/chromium.ts";
import { addDevice, withoutList } from "../../../tests/harness/passkey-device.ts";
import { addPasskey } from "./passkey.ts";
import { asksFor } from "./step-up.ts";
import { heading, newUser, signUpConfirmed } from "./test-user.ts";

type Show = (page: Page) => Promise<void>;

const long = "P".repeat(255);

/** The screens of passkeys, on a computer with a device. Each starts at the end of the previous one. */
export const passkeyScreens: Readonly<Record<string, Show>> = {
  "passkeys, none": async (page) => {
    await page.context().clearCookies();
    await addDevice(page);
    await withoutList(page);
    await signUpConfirmed(page, newUser());
    await page.goto("/account/passkeys");
    await page.getByText("You have no passkey yet.").waitFor();
  },
  "passkeys, added": async (page) => {
    await addPasskey(page, long);
  },
  "passkeys, error": async (page) => {
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("alert").getByText("already has a passkey of your account").waitFor();
  },
  "a passkey": async (page) => {
    await page.getByRole("button", { name: /^Manage PPP/ }).click();
    await page.getByRole("dialog").getByLabel("Name").waitFor();
  },
  "a passkey, delete": async (page) => {
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete passkey" }).waitFor();
  },
  "a step that asks for a password or a passkey": async (page) => {
    const answer = asksFor(1, "password", "passkey", "totp");
    await intercept(page, "**/delete-passkey", (route) => route.fulfill(answer), { times: 1 });
    await page.getByRole("button", { name: "Delete passkey" }).click();
    await page.getByRole("dialog").getByLabel("Password", { exact: true }).waitFor();
  },
  "a step that asks for a passkey": async (page) => {
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("dialog").getByText("Your device asks for your finger").waitFor();
  },
  "sign-in, unknown passkey": async (page) => {
    await page.context().clearCookies();
    const answer = { status: 404, json: { code: "PASSKEY_NOT_FOUND", message: "" } };
    await page.route("**/verify-authentication", (route) => route.fulfill(answer), { times: 1 });
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("alert").getByText("was deleted here").waitFor();
  },
  "second step, passkey": async (page) => {
    await page.goto("/two-factor?methods=totp,passkey,backup-code");
    await heading(page, "One more step");
    await page.getByRole("button", { name: "Use a passkey" }).waitFor();
  },
};
