import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { browserAt, newApp } from "./harness/new-app.ts";
import { packAll } from "./harness/published/pack.ts";
import { type NpmAccess, npmAccess, type Registry, startRegistry } from "./harness/published/registry.ts";
import { frameworks } from "./harness/quickstarts/frameworks.ts";
import { readQuickstart } from "./harness/quickstarts/page.ts";

/** `keyhold init --screens all` in an app of each framework with React: its pages compile, and the server renders each. */

let registry: Registry;
let access: NpmAccess;
let removePacked: () => void;

beforeAll(async () => {
  const { packages, remove } = await packAll();
  removePacked = remove;
  access = await npmAccess();
  registry = await startRegistry(packages, access.registry);
}, 180_000);

afterAll(() => {
  registry.close();
  removePacked();
});

const paths = [
  "/sign-in",
  "/sign-up",
  "/forgot-password",
  "/reset-password",
  "/verify-email",
  "/account",
  "/account/email",
  "/account-deleted",
  "/two-factor",
  "/accept-invitation",
  "/organizations",
  "/organizations/new",
  "/organization",
  "/organization/members",
  "/admin",
  "/admin/users/1",
];

const withScreens = frameworks.filter(({ name, hasScreens }) => hasScreens && name !== "React Router 7");

describe.each(withScreens)("all screens in an app of $name", { timeout: 900_000 }, (framework) => {
  test("are pages that the server renders", async () => {
    const { build, start } = readQuickstart(framework.page);
    const app = newApp(registry.url, framework.fixture && join("../quickstarts", framework.fixture), access.env);
    onTestFinished(() => console.log(`All screens of ${framework.name}:\n${app.times()}`));
    if (framework.create) await app.run(framework.create);
    framework.change?.(app);
    await app.run("npx --yes @keyhold/cli init --yes --screens all");
    await app.run("npx keyhold migrate --yes");
    for (const command of build) await app.run(command);
    await app.run(framework.types);

    const { url, stop } = await app.start({ command: framework.start?.(start) ?? start });
    const answers = await Promise.all(paths.map(async (path) => [path, (await fetch(url + path)).status]));
    expect(answers).toEqual(paths.map((path) => [path, 200]));
    const browser = browserAt(url);
    const person = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
    expect((await browser.post("/sign-up/email", person)).status).toBe(200);
    expect((await browser.post("/organization/create", { name: "Tea", slug: "tea" })).status).toBe(200);
    await stop();
  });
});
