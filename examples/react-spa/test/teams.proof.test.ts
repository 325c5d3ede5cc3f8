import { describe, expect, test } from "vitest";
import { focusOn, found, invite, join, row } from "./company.ts";
import { errorAt, executablePath, heading, newUser, setUp, signUp } from "./test-user.ts";

describe.skipIf(!executablePath)("teams", () => {
  const visitor = setUp();

  test("are created, renamed, filled, active and removed", async () => {
    const [owner, guest] = [newUser(), newUser()];
    const page = await visitor.visit("/");
    await signUp(page, owner);
    await found(page, "Guilds");
    await invite(page, guest.email);
    const other = await join(await visitor.visit("/"), guest, "Guilds");

    await page.goto("/organization/teams");
    await page.getByText("There are no teams yet.").waitFor();
    for (const name of ["Masons", "Carpenters"]) {
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByRole("button", { name: "Create team" }).click();
      await row(page, name).waitFor();
    }
    await page.getByRole("main").getByRole("link", { name: "Masons" }).click();
    await heading(page, "Masons");
    await page.getByText("It has no members yet.").waitFor();
    for (const person of [guest, owner]) {
      await page.getByLabel("Member of the organization").selectOption({ label: `${person.name} (${person.email})` });
      await page.getByRole("button", { name: "Add member" }).click();
      await row(page, person.email).waitFor();
    }
    await page.getByText("All members of the organization are in it.").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Stonemasons");
    await page.getByRole("button", { name: "Rename" }).click();
    await heading(page, "Stonemasons");

    await page.getByRole("button", { name: "Switch" }).click();
    await page.getByText("This is your active team.").waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Teams" }).click();
    await row(page, "Stonemasons").getByText("Active", { exact: true }).waitFor();
    await other.goto("/organization/teams");
    await other.getByRole("button", { name: "Switch to Stonemasons" }).click();
    await row(other, "Stonemasons").getByText("Active", { exact: true }).waitFor();
    await expect.poll(() => other.getByRole("button", { name: "Create team" }).count()).toBe(0);
    await other.getByRole("main").getByRole("link", { name: "Stonemasons" }).click();
    await row(other, guest.email).waitFor();
    await expect.poll(() => other.getByRole("button", { name: /^Rename|^Remove/ }).count()).toBe(0);
    await other.getByRole("button", { name: "Deactivate" }).click();
    await other.getByText("You are in this team. Another one, or none, is active.").waitFor();

    await page.getByRole("main").getByRole("link", { name: "Stonemasons" }).click();
    await page.getByText("You are in it: remove yourself from it first.").waitFor();
    await page.getByRole("button", { name: `Remove ${owner.name}` }).click();
    await page.getByRole("status").getByText(`${owner.name} is no longer in this team.`).waitFor();
    await focusOn(page, "Members");
    await page.getByRole("button", { name: "Remove…" }).click();
    await page
      .getByRole("dialog", { name: "Remove Stonemasons?" })
      .getByRole("button", { name: "Remove team" })
      .click();
    await heading(page, "Teams");
    await row(page, "Stonemasons").waitFor({ state: "detached" });
    await row(page, "Carpenters").waitFor();
  });

  test("that were removed show an error", async () => {
    const page = await visitor.visit("/");
    await signUp(page, newUser());
    await found(page, "Choirs");
    await page.goto("/organization/teams/nothing");
    await heading(page, "No such team");
    await page.getByRole("link", { name: "All teams" }).click();
    await page.getByText("There are no teams yet.").waitFor();
    await page.getByRole("button", { name: "Create team" }).click();
    await errorAt(page, "Name", /Enter a name/);
  });
});
