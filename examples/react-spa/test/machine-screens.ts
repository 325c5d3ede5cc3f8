import type { Page, Route } from "playwright-core";
import { intercept } from "../../../tests/harness/chromium.ts";
import { found } from "./company.ts";
import type { Demo } from "./demo.ts";
import { asksFor } from "./step-up.ts";
import { heading, newUser, signUp } from "./test-user.ts";

type Show = (page: Page, demo: Demo) => Promise<void>;

const hostile = "\u202Eevil </b> \u0628\u0627\u0628\u0627";
const failed = { status: 501, json: {} };
const dates = ["createdAt", "updatedAt", "expiresAt", "lastRequest", "lastRefillAt", "previousUntil"];
/** The dates of a list of keys, as the server names them. */
const contentType = `application/json;dates=${dates.map((name) => `apiKeys.${name}`).join("+")}`;
const day = 86_400_000;
const at = (days: number): string => new Date(Date.now() + days * day).toISOString();

const key = {
  configId: "default",
  start: "tea_aB",
  prefix: "tea_",
  referenceId: "user",
  enabled: true,
  permissions: { goods: ["read"] },
  createdAt: at(-400),
  updatedAt: at(-400),
  lastRequest: at(-1),
  expiresAt: at(300),
  previousUntil: null,
  metadata: null,
  organizationId: null,
  createdBy: null,
};

const keys = [
  { ...key, id: "1", name: "N".repeat(32), previousUntil: at(1) },
  { ...key, id: "2", name: hostile, expiresAt: at(3), lastRequest: null },
  { ...key, id: "3", name: "Old", expiresAt: at(-3), permissions: {} },
  { ...key, id: "4", name: null, enabled: false, expiresAt: null, permissions: { orders: ["read", "write"] } },
];

const listed = (route: Route): Promise<void> =>
  route.fulfill({ contentType, body: JSON.stringify({ apiKeys: keys, nextCursor: "more" }) });

/** A call that is not answered until the page is left. */
async function hang(page: Page, route: string): Promise<void> {
  await intercept(page, route, () => undefined, { times: 1 });
}

const manage = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name: `Manage ${name}`, exact: true }).click();

async function create(page: Page, name: string): Promise<void> {
  await page.getByRole("main").getByLabel("Name").fill(name);
  await page.getByLabel("Read the goods").check();
  await page.getByRole("button", { name: "Create key" }).click();
}

/** The keys of a new user, then of a new organization. Each screen starts at the end of the previous one. */
const keyScreens: Readonly<Record<string, Show>> = {
  "keys, none": async (page) => {
    await page.context().clearCookies();
    await signUp(page, newUser());
    await page.goto("/api-keys");
    await page.getByText("There are no keys yet.").waitFor();
  },
  "a new key, busy": async (page) => {
    await hang(page, "**/api-key/create");
    await create(page, "terminal");
    await page.getByText("Creating…").waitFor();
  },
  "a new key, too many": async (page) => {
    const answer = { status: 400, json: { code: "API_KEY_LIMIT_REACHED", message: "" } };
    await page.route("**/api-key/create", (route) => route.fulfill(answer), { times: 1 });
    await page.goto("/api-keys");
    await create(page, "terminal");
    await page.getByText("delete a key first").waitFor();
  },
  "a new key, is it still you": async (page) => {
    await page.route("**/api-key/create", (route) => route.fulfill(asksFor(1, "password")), { times: 1 });
    await page.goto("/api-keys");
    await create(page, "terminal");
    await page.getByRole("dialog").getByLabel("Password", { exact: true }).waitFor();
  },
  "a new key, shown": async (page) => {
    await page.goto("/api-keys");
    await create(page, "terminal");
    await page.getByText("Copy your new key").waitFor();
  },
  keys: async (page) => {
    await page.route("**/api-key/list*", listed);
    await page.goto("/api-keys");
    await page.getByRole("button", { name: "Manage Old" }).waitFor();
  },
  "a key": async (page) => {
    await manage(page, "N".repeat(32));
    await page.getByRole("dialog").waitFor();
  },
  "a key, rotate": async (page) => {
    await page.getByRole("dialog").getByRole("button", { name: "Rotate", exact: true }).click();
    await page.getByRole("button", { name: "Rotate key" }).waitFor();
  },
  "a key, delete": async (page) => {
    await page.goto("/api-keys");
    await manage(page, "N".repeat(32));
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete key" }).waitFor();
  },
  "a key, not deleted": async (page) => {
    await intercept(page, "**/api-key/delete", (route) => route.fulfill(failed), { times: 1 });
    await page.getByRole("button", { name: "Delete key" }).click();
    await page.locator("main [role=alert]").getByText(/./).first().waitFor();
    await page.unroute("**/api-key/list*");
  },
  "keys, failed": async (page) => {
    await page.route("**/api-key/list*", (route) => route.fulfill(failed));
    await page.goto("/api-keys");
    await page.getByText("could not be loaded").waitFor();
    await page.unroute("**/api-key/list*");
  },
  "keys, loading": async (page) => {
    await hang(page, "**/api-key/list*");
    await page.goto("/api-keys");
    await heading(page, "API keys");
  },
  "keys of an organization, none active": async (page) => {
    await page.goto("/api-keys/organization");
    await page.getByRole("main").getByRole("link").first().waitFor();
  },
  "keys of an organization, none": async (page) => {
    await found(page, "W".repeat(59));
    await page.goto("/api-keys/organization");
    await page.getByText("There are no keys yet.").waitFor();
  },
  "keys of an organization": async (page) => {
    await page.route("**/api-key/list*", listed);
    await page.goto("/api-keys/organization");
    await page.getByRole("button", { name: "Manage Old" }).waitFor();
    await page.unroute("**/api-key/list*");
  },
  "keys of an organization, failed": async (page) => {
    await page.route("**/api-key/list*", (route) => route.fulfill(failed));
    await page.goto("/api-keys/organization");
    await page.getByText("could not be loaded").waitFor();
    await page.unroute("**/api-key/list*");
  },
};

async function codeOf(demo: Demo): Promise<string> {
  const response = await fetch(`${demo.url}/api/auth/device/code`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: "tea-cli", scope: "goods" }),
  });
  return ((await response.json()) as { readonly user_code: string }).user_code;
}

async function enter(page: Page, code: string): Promise<void> {
  await page.goto("/device");
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}

const press = (page: Page, button: string): Promise<void> =>
  page.getByRole("main").getByRole("button", { name: button, exact: true }).click();

/** A device that asks for the account of the signed-in user. */
const deviceScreens: Readonly<Record<string, Show>> = {
  "a device": async (page) => {
    await page.goto("/device");
    await page.getByLabel("Code").waitFor();
  },
  "a device, wrong code": async (page) => {
    await enter(page, "WRONGONE");
    await page.getByText("This code does not work.").waitFor();
  },
  "a device, busy": async (page) => {
    await hang(page, "**/device/open");
    await enter(page, "BCDFGHJK");
    await page.getByText("Checking…").waitFor();
  },
  "a device, question": async (page, demo) => {
    await enter(page, await codeOf(demo));
    await page.getByText("Read the goods").waitFor();
  },
  "a device, failed": async (page) => {
    await intercept(page, "**/device/approve", (route) => route.fulfill(failed), { times: 1 });
    await press(page, "Allow");
    await page.locator("main [role=alert]").getByText(/./).first().waitFor();
  },
  "a device, allowing": async (page) => {
    await hang(page, "**/device/approve");
    await press(page, "Allow");
    await page.getByText("Allowing…").waitFor();
  },
  "a device, connected": async (page, demo) => {
    await enter(page, await codeOf(demo));
    await press(page, "Allow");
    await heading(page, "Your device is connected");
  },
  "a device, denied": async (page, demo) => {
    await enter(page, await codeOf(demo));
    await press(page, "Deny");
    await heading(page, "Access is denied");
  },
};

/** The screens of programs and devices. */
export const machineScreens: Readonly<Record<string, Show>> = { ...keyScreens, ...deviceScreens };
