import { join as path } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { intercept } from "../../../tests/harness/chromium.ts";
import { callsOf, comeBack, found, invite, isAt, join, reconnect, row } from "./company.ts";
import { asksFor } from "./step-up.ts";
import { executablePath, heading, newUser, type Person, setUp, signUp } from "./test-user.ts";

const isTooOld = asksFor(1, "password");

describe.skipIf(!executablePath)("members", () => {
  const visitor = setUp();

  /** Two users in an organization, each in a browser on its list of members. */
  async function openTwo(name: string, role: string) {
    const [owner, guest] = [newUser(), newUser()];
    const page = await visitor.visit("/");
    await signUp(page, owner);
    await found(page, name);
    await invite(page, guest.email, { role });
    const other = await join(await visitor.visit("/"), guest, name);
    for (const one of [page, other]) {
      await one.goto("/organization/members");
      await row(one, guest.email).waitFor();
    }
    return { page, owner, other, guest };
  }

  const manage = (page: Page, { name }: Person) => page.getByRole("button", { name: `Manage ${name}` });

  /** In the dialog of a member. */
  async function give(page: Page, person: Person, role: string): Promise<void> {
    await manage(page, person).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: person.name });
    await dialog.getByLabel(role, { exact: true }).check();
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText(`${person.name} is ${role} now.`).waitFor();
  }

  test("are offered only permitted actions, and a changed role applies when they return to the window", async () => {
    const { page, owner, other, guest } = await openTwo("Mills", "Member");
    await expect.poll(() => other.getByRole("button", { name: /^Manage/ }).count()).toBe(0);
    await expect.poll(() => other.getByRole("link", { name: "Invite a member" }).count()).toBe(0);
    await expect.poll(() => manage(page, owner).count()).toBe(0);

    await give(page, guest, "Admin");
    await row(page, guest.email)
      .getByText(/^Admin, since/)
      .waitFor();
    await expect.poll(() => manage(page, guest).evaluate((button) => button === document.activeElement)).toBe(true);
    await comeBack(other, () => other.getByRole("link", { name: "Invite a member" }).isVisible());
    // Only owners can change owners.
    await expect.poll(() => manage(other, owner).count()).toBe(0);
    await other.getByRole("navigation").getByRole("link", { name: "Settings" }).click();
    await other.getByRole("button", { name: "Save" }).waitFor();
    await expect.poll(() => other.getByRole("button", { name: "Delete…" }).count()).toBe(0);

    await give(page, guest, "Member");
    await reconnect(other, async () => (await other.getByRole("button", { name: "Save" }).count()) === 0);
  });

  test("are read once after a change, for all parts of the page", async () => {
    const { page, guest } = await openTwo("Forges", "Member");
    const calls = callsOf(page);
    const once = ["GET organization/get-active-member", "GET organization/get-full-organization"];
    for (const role of ["Admin", "Member", "Admin"]) {
      calls.splice(0);
      await give(page, guest, role);
      await row(page, guest.email)
        .getByText(new RegExp(`^${role}, since`))
        .waitFor();
      await expect.poll(() => calls.toSorted()).toEqual([...once, "POST organization/update-member-role"]);
    }
  });

  test("who are removed lose the organization", async () => {
    const { page, other, guest } = await openTwo("Docks", "Admin");
    await manage(page, guest).click();
    await page.getByRole("button", { name: "Remove…" }).click();
    const dialog = page.getByRole("dialog", { name: `Remove ${guest.name}?` });
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: guest.name, exact: true }).getByRole("button", { name: "Remove…" }).click();
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("status").getByText(`${guest.name} is no longer a member.`).waitFor();
    await row(page, guest.email).waitFor({ state: "detached" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain("is no longer a member");

    await reconnect(other, isAt(other, "No active organization"));
    await other.getByRole("link", { name: "Choose an organization" }).click();
    await other.getByText("None yet").waitFor();
  });

  test("get an explanation when they use a permission that they no longer have", async () => {
    const { page, other, guest } = await openTwo("Wells", "Admin");
    await other.getByRole("navigation").getByRole("link", { name: "Teams" }).click();
    await other.getByLabel("Name", { exact: true }).fill("Too late");
    await give(page, guest, "Member");
    await other.getByRole("button", { name: "Create team" }).click();
    await other.getByRole("alert").getByText("Your role has changed").waitFor();
  });

  test("get the organization handed over after another sign-in, and the old owner may leave", async () => {
    const { page, owner, other, guest } = await openTwo("Farms", "Member");
    await manage(page, guest).click();
    await page.getByRole("button", { name: "Transfer ownership…" }).click();
    const dialog = page.getByRole("dialog", { name: `Transfer Farms to ${guest.name}?` });
    await intercept(page, "**/transfer-ownership", (route) => route.fulfill(isTooOld), { times: 1 });
    await dialog.getByRole("button", { name: "Transfer ownership" }).click();
    await page
      .getByRole("dialog", { name: "Confirm that it is you" })
      .getByLabel("Password", { exact: true })
      .fill(owner.password);
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText(`${guest.name} is the owner now.`).waitFor();
    await row(page, guest.email)
      .getByText(/^Owner, since/)
      .waitFor();
    await expect.poll(() => manage(page, guest).count()).toBe(0);
    await reconnect(other, () => manage(other, owner).isVisible());

    await page.getByRole("navigation").getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Leave…" }).click();
    await page.getByRole("dialog", { name: "Leave Farms?" }).getByRole("button", { name: "Leave" }).click();
    await heading(page, "Organizations");
    await page.getByText("None yet").waitFor();
    await reconnect(other, async () => (await row(other, owner.email).count()) === 0);
  });

  test("are shown by pages, and stay shown when one of them changes", async () => {
    const page = await visitor.visit("/");
    await signUp(page, newUser());
    await found(page, "Crowds");
    populate(visitor.demo.folder, "crowds", 230);
    await page.goto("/organization/members");
    const items = page.getByRole("main").getByRole("listitem");
    await expect.poll(() => items.count()).toBe(100);
    for (const shown of [200, 231]) {
      await page.getByRole("button", { name: "Show more" }).click();
      await expect.poll(() => items.count()).toBe(shown);
    }
    await expect.poll(() => page.getByRole("button", { name: "Show more" }).count()).toBe(0);
    const last: Person = { ...newUser(), name: "Member 229" };
    await give(page, last, "Admin");
    await row(page, "member229@")
      .getByText(/^Admin, since/)
      .waitFor();
    await expect.poll(() => items.count()).toBe(231);
    await page.goto("/organization");
    await page.getByText("More than 100 people").waitFor();
  });
});

/** Inserts members as invitations would have. */
function populate(folder: string, slug: string, count: number): void {
  const database = new DatabaseSync(path(folder, "app.db"));
  const user = database.prepare(
    "insert into user (id, name, email, emailVerified, createdAt, updatedAt, foldedName) select ?, ?, ?, 1, createdAt, createdAt, ? from organization where slug = ?",
  );
  const member = database.prepare(
    "insert into member (id, organizationId, userId, role, createdAt) select ?, id, ?, 'member', createdAt from organization where slug = ?",
  );
  database.exec("begin immediate");
  for (let number = 0; number < count; number += 1) {
    const [id, name] = [`${slug}${String(number).padStart(4, "0")}`, `Member ${number}`];
    user.run(id, name, `member${number}@${slug}.example.com`, name.toLowerCase(), slug);
    member.run(id, id, slug);
  }
  database.exec("commit");
  database.close();
}
