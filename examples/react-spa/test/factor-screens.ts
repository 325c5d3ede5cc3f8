import type { Page } from "playwright-core";
import { authenticatorOf } from "../../../tests/harness/authenticator-app.ts";
import { intercept } from "../../../tests/harness/chromium.ts";
import { signInAsAdministrator } from "./company.ts";
import type { Demo } from "./demo.ts";
import { confirmByPassword, shownCodes, shownKey } from "./second-factor.ts";
import { asksFor } from "./step-up.ts";
import { heading, newUser, signIn, signUpConfirmed } from "./test-user.ts";

type Show = (page: Page, demo: Demo) => Promise<void>;

/** The user of all these screens, whose address fills each line. */
const person = () => ({ ...newUser(), name: "B".repeat(80), email: `${"b".repeat(60)}@${crypto.randomUUID()}.com` });
let user = person();
let backupCodes: readonly string[] = [];

async function begin(page: Page): Promise<void> {
  await signIn(page, user.email, user.password);
  await heading(page, "One more step");
}

/** The account's screens of second factors. Each starts at the end of the previous one. */
const settings: Readonly<Record<string, Show>> = {
  "two-factor, off": async (page) => {
    user = person();
    await page.context().clearCookies();
    await signUpConfirmed(page, user);
    await page.goto("/account/two-factor");
    await page.getByRole("button", { name: "Set up an app" }).waitFor();
  },
  "two-factor, password before a change": async (page) => {
    await page.getByRole("button", { name: "Set up an app" }).click();
    await page.getByRole("dialog").getByLabel("Password", { exact: true }).waitFor();
  },
  "two-factor, backup codes": async (page) => {
    await confirmByPassword(page, user.password);
    await heading(page, "Save your backup codes");
    backupCodes = await shownCodes(page);
  },
  "two-factor, QR code": async (page) => {
    await page.getByRole("button", { name: "I have saved them" }).click();
    await heading(page, "Connect your app");
  },
  "two-factor, on": async (page) => {
    await page.getByLabel("Code", { exact: true }).fill(authenticatorOf(await shownKey(page)).next());
    await page.getByText("10 left", { exact: true }).waitFor();
  },
  "two-factor, few codes and trusted browsers": async (page) => {
    const trusted = {
      id: "a",
      createdAt: "2026-01-01T00:00:00.000Z",
      expiresAt: "2100-01-01T00:00:00.000Z",
      lastUsedAt: "2026-01-01T00:00:00.000Z",
      ipAddress: "2001:db8::ff00:42:8329",
      userAgent: "iPhone Safari",
      isCurrent: true,
    };
    const status = { enabled: true, methods: ["totp", "otp"], backupCodesLeft: 2, enrolledAt: trusted.createdAt };
    await page.route("**/list-trusted-devices", (route) =>
      route.fulfill({
        json: [trusted, { ...trusted, id: "b", isCurrent: false, userAgent: null, ipAddress: null }],
        contentType: "application/json;dates=createdAt+expiresAt+lastUsedAt",
      }),
    );
    await page.route("**/two-factor/status", (route) =>
      route.fulfill({
        json: { ...status, isRequired: true, requiredFrom: null },
        contentType: "application/json;dates=enrolledAt",
      }),
    );
    await page.goto("/account/two-factor");
    await page.getByText("Only 2 left").waitFor();
    await page.getByRole("button", { name: "Trust no browser" }).waitFor();
  },
  "two-factor, a step that asks for a code": async (page) => {
    const answer = asksFor(2, "totp", "backup-code");
    await intercept(page, "**/generate-backup-codes", (route) => route.fulfill(answer), { times: 1 });
    await page.getByRole("button", { name: "Get new codes" }).click();
    await page.getByRole("dialog").getByLabel("Code", { exact: true }).waitFor();
  },
  "two-factor, turn off": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByText("No change was made").waitFor();
    await page.unroute("**/two-factor/status");
    await page.unroute("**/list-trusted-devices");
    await page.getByRole("button", { name: "Turn off…" }).click();
    await page.getByRole("dialog").waitFor();
  },
};

/** The second step of a sign-in. */
const signingIn: Readonly<Record<string, Show>> = {
  "second step": async (page) => {
    await page.context().clearCookies();
    await begin(page);
  },
  "second step, wrong code": async (page) => {
    await page.getByLabel("Code", { exact: true }).fill("000000");
    await page.locator("[aria-invalid=true]").waitFor();
  },
  "second step, too many codes": async (page) => {
    const answer = { status: 429, headers: { "retry-after": "500" }, json: { code: "TOO_MANY_ATTEMPTS", message: "" } };
    await intercept(page, "**/verify-totp", (route) => route.fulfill(answer), { times: 1 });
    await page.getByLabel("Code", { exact: true }).fill("111111");
    await page.getByRole("alert").getByText("Too many tries.").waitFor();
  },
  "second step, backup code": async (page) => {
    await page.getByRole("button", { name: "Lost your phone? Use a backup code" }).click();
    await page.getByLabel("Backup code", { exact: true }).waitFor();
  },
  recovery: async (page) => {
    await page.getByRole("button", { name: "Lost the backup codes, too?" }).click();
    await heading(page, "Recover your account");
  },
  "recovery, begun": async (page) => {
    await page.getByRole("button", { name: "Start, or continue" }).click();
    await page.getByText("The wait has started.").waitFor();
  },
  "second step, code by email": async (page) => {
    await page.goto("/two-factor?methods=otp,totp,backup-code");
    await page.getByRole("button", { name: "Get a code by email" }).click();
    await page.getByRole("button", { name: "Send the code" }).waitFor();
  },
  "second step, code sent": async (page) => {
    await intercept(page, "**/send-otp", (route) => route.fulfill({ json: { status: true } }), { times: 1 });
    await page.getByRole("button", { name: "Send the code" }).click();
    await page.getByText("A code is on its way").waitFor();
  },
  "set up again": async (page) => {
    await begin(page);
    await page.getByRole("button", { name: "Lost your phone? Use a backup code" }).click();
    await page.getByLabel("Backup code", { exact: true }).fill(backupCodes[0] ?? "");
    await page.keyboard.press("Enter");
    await heading(page, "Set up your second factor again");
  },
  "second step, ended": async (page) => {
    await page.context().clearCookies();
    await page.goto("/two-factor?methods=totp,backup-code");
    await page.getByLabel("Code", { exact: true }).fill("000000");
    await heading(page, "Sign in again");
  },
  "second factor required": async (page) => {
    await page.goto("/two-factor?methods=enroll");
    await heading(page, "Your account needs a second factor");
  },
};

const administration: Readonly<Record<string, Show>> = {
  "a user with a second factor": async (page, demo) => {
    await signInAsAdministrator(page, demo);
    await page.goto("/admin");
    await page.getByRole("link", { name: user.name }).first().click();
    await page.getByRole("button", { name: "Reset second factors…" }).waitFor();
  },
  "a user with a second factor, reset": async (page) => {
    await page.getByRole("button", { name: "Reset second factors…" }).click();
    await page.getByRole("dialog").waitFor();
  },
};

export const factorScreens: Readonly<Record<string, Show>> = { ...settings, ...signingIn, ...administration };
