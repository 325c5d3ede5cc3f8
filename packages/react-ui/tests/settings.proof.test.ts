import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { call, createOrganization, createPerson, everyPlugin, signInAs } from "./every-plugin.js";
import { executablePath, heading, setUp } from "./pages.js";

const program = `
  import { createRoot } from "react-dom/client";
  import { EveryScreen } from "./every-screen.tsx";

  createRoot(document.getElementById("root")).render(<EveryScreen />);`;

describe.skipIf(!executablePath)("a form of settings sends what the user has changed, and", () => {
  const visitor = setUp(everyPlugin, program);

  async function signedIn() {
    const page = await visitor.visit("/");
    const at = { page, server: visitor.server };
    await signInAs(at, await createPerson());
    return { page, at };
  }

  const bodiesOf = (page: Page, path: string): unknown[] => {
    const bodies: unknown[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith(path)) bodies.push(request.postDataJSON());
    });
    return bodies;
  };

  const userOf = async (page: Page): Promise<unknown> =>
    (await (await page.request.get("/api/auth/get-session")).json()).user;

  test("a new name keeps the username of a user without a display name", async () => {
    const { page, at } = await signedIn();
    const username = `u${Date.now()}`;
    await call(at, "/update-user", { username });
    await call(at, "/update-user", { displayUsername: null });
    const bodies = bodiesOf(page, "/update-user");
    await page.goto("/account/profile");
    await heading(page, "Profile");
    await expect.poll(() => page.getByLabel("Username").inputValue()).toBe(username);
    await page.getByLabel("Name", { exact: true }).fill("Ada Byron");
    await page.getByLabel("Name", { exact: true }).press("Enter");
    await expect.poll(() => bodies).toEqual([{ name: "Ada Byron" }]);
    await expect.poll(() => userOf(page)).toMatchObject({ name: "Ada Byron", username });
  });

  test("a form without a change sends nothing, and says that all is saved", async () => {
    const { page } = await signedIn();
    const bodies = bodiesOf(page, "/update-user");
    await page.goto("/account/profile");
    await page.getByLabel("Name", { exact: true }).press("Enter");
    await page.getByText("Saved", { exact: false }).first().waitFor();
    expect(bodies).toEqual([]);
  });

  test("a new name of an organization keeps the slug that another user has changed meanwhile", async () => {
    const { page, at } = await signedIn();
    const { id: organizationId } = await createOrganization(at);
    await page.goto("/organization/settings");
    const name = page.getByLabel("Name", { exact: true });
    await name.waitFor();
    const slug = `moved-${Date.now()}`;
    await call(at, "/organization/update", { organizationId, data: { slug } });
    const bodies = bodiesOf(page, "/organization/update");
    await name.fill("Tea and more");
    await name.press("Enter");
    await expect.poll(() => bodies).toEqual([{ organizationId, data: { name: "Tea and more" } }]);
    await expect.poll(() => page.getByLabel("Slug", { exact: true }).first().inputValue()).toBe(slug);
  });
});
