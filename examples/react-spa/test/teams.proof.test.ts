import { describe, expect, test } from "vitest";
import { focusOn, found, invite, join, row } from "./company.ts";
import { errorAt, executablePath, heading, newUser, setUp, signUp } from "./test-user.ts";

describe.skipIf(!executablePath)("teams", () => {
  const visitor = setUp();

  test("are made, renamed, filled, worked in and removed", async () => {
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
      await page.getByRole("button", { name: "Create a team" }).click();
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

    await page.getByRole("button", { name: "Work here" }).click();
    await page.getByText("You work in this team.").waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Teams" }).click();
    await row(page, "Stonemasons").getByText("You work here").waitFor();
    await other.goto("/organization/teams");
    await other.getByRole("button", { name: "Work in Stonemasons" }).click();
    await row(other, "Stonemasons").getByText("You work here").waitFor();
    await expect.poll(() => other.getByRole("button", { name: "Create a team" }).count()).toBe(0);
    await other.getByRole("main").getByRole("link", { name: "Stonemasons" }).click();
    await row(other, guest.email).waitFor();
    await expect.poll(() => other.getByRole("button", { name: /^Take|^Rename|^Remove/ }).count()).toBe(0);
    await other.getByRole("button", { name: "Stop" }).click();
    await other.getByText("You are in this team, and work elsewhere.").waitFor();

    await page.getByRole("main").getByRole("link", { name: "Stonemasons" }).click();
    await page.getByText("You are in it: take yourself out first.").waitFor();
    await page.getByRole("button", { name: `Take out ${owner.name}` }).click();
    await page.getByRole("status").getByText(`${owner.name} is not in this team any more.`).waitFor();
    await focusOn(page, "Members");
    await page.getByRole("button", { name: "Remove…" }).click();
    await page.getByRole("dialog", { name: "Remove Stonemasons?" }).getByRole("button", { name: "Remove" }).click();
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
    await page.getByRole("button", { name: "Create a team" }).click();
    await errorAt(page, "Name", /Give it a name/);
  });
});
