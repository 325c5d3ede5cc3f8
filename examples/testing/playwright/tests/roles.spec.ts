import { expect, test } from "@playwright/test";

const pages = [
  { role: "admin", path: "/admin", heading: "All users" },
  { role: "user", path: "/admin", heading: "Forbidden" },
  { role: "owner", path: "/team", heading: "Team settings" },
  { role: "member", path: "/team", heading: "Team" },
];

for (const { role, path, heading } of pages)
  test.describe(`as ${role}`, () => {
    test.use({ storageState: `.auth/${role}.json` });

    test(`${path} shows "${heading}"`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole("heading")).toHaveText(heading);
    });
  });
