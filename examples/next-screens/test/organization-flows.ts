import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { intercept } from "../../../tests/harness/chromium.ts";
import { tabTo, typeInto } from "../../../tests/harness/keyboard.ts";
import { newPerson, type Person, type TestApp } from "./app.ts";
import { choose, heading, pick, press, says } from "./keys.ts";

/** Opens a section by the navigation. */
async function open(page: Page, section: string): Promise<void> {
  await press(page, section);
  await heading(page, section);
}

/** Waits for a row of a list. */
const row = (page: Page, text: string): Promise<void> =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: text }).first().waitFor();

/** Creates an organization from the menu of the header. */
async function create(page: Page, name: string, present = "No organization"): Promise<void> {
  await choose(page, `Organization: ${present}`, "Create an organization");
  await heading(page, "Create an organization");
  await typeInto(page, { Name: name });
  await heading(page, name);
}

async function invite(page: Page, email: string, role: string): Promise<void> {
  await tabTo(page, "Email", true);
  await page.keyboard.type(email);
  await pick(page, "Role", role);
  await press(page, "Send invitation");
  await says(page, "The invitation is on its way.");
  await row(page, email);
}

/** Opens the dialog of a member. */
async function manage(page: Page, { name }: Person): Promise<void> {
  await press(page, `Manage ${name}`);
  await page.getByRole("dialog", { name }).waitFor();
}

export function organizationFlows(app: TestApp): void {
  /** Opens a page as a new user with a verified address. */
  async function verified(person: Person): Promise<Page> {
    const page = await app.visitAs(person, "/");
    await page.goto(await app.linkTo(person.email, "Confirm your email address"));
    await heading(page, "Your address is verified");
    return page;
  }

  test("organizations are created, renamed, switched in the header, and deleted", async () => {
    const page = await verified(newPerson("Nia"));
    await create(page, "Leaves");
    await create(page, "Kettles", "Leaves");
    await choose(page, "Organization: Kettles", "Leaves");
    await heading(page, "Leaves");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Leaves");
    await open(page, "Settings");
    await typeInto(page, { Name: "Green Leaves" });
    await says(page, "Saved.");
    await page.getByRole("button", { name: "Organization: Green Leaves" }).waitFor();
    await press(page, "Delete…");
    await page.getByRole("dialog", { name: "Delete Green Leaves?" }).waitFor();
    await page.keyboard.type("leaves");
    await page.keyboard.press("Enter");
    await heading(page, "Organizations");
    await row(page, "Kettles");
    await page.getByRole("button", { name: "Organization: No organization" }).waitFor();
    await press(page, "Switch to Kettles");
    await heading(page, "Kettles");
  });

  test("a user with a second factor accepts an invitation after signing in, and another one declines", async () => {
    const [owner, guest, other] = [newPerson("Ole"), newPerson("Pia"), newPerson("Quy")];
    const page = await verified(owner);
    await create(page, "Pots");
    await open(page, "Invitations");
    await invite(page, guest.email, "Admin");
    await invite(page, other.email, "Member");
    await press(page, `Send again to ${other.email}`);
    await says(page, `Another email is on its way to ${other.email}.`);
    await app.linkTo(other.email, "Join ");
    const { email } = newPerson("Rob");
    await invite(page, email, "Member");
    await press(page, `Cancel the invitation to ${email}`);
    await says(page, `The invitation to ${email} is cancelled`);

    const code = await app.withFactor(guest);
    const accepting = await app.visit(await app.linkTo(guest.email, "Join "));
    await heading(accepting, "Join Pots");
    expect(new URL(accepting.url()).search).toBe("");
    await press(accepting, "Sign in");
    await typeInto(accepting, { Password: guest.password });
    await heading(accepting, "One more step");
    await typeInto(accepting, { Code: code() });
    await heading(accepting, "Join Pots");
    await accepting.waitForLoadState("networkidle");
    await expect.poll(() => accepting.url()).toBe(`${app.origin}/accept-invitation`);
    await press(accepting, "Accept");
    await heading(accepting, "Pots");
    await says(accepting, "You are a member now.");
    await says(accepting, "Your role: Admin");

    const declining = await app.visit(await app.linkTo(other.email, "Join "));
    await heading(declining, "Join Pots");
    await typeInto(declining, { Name: other.name, Username: other.username, Password: other.password });
    await press(declining, "Decline");
    await says(declining, "You declined.");
    await declining.reload();
    await heading(declining, "This invitation is not open");

    await page.goto("/organization/members");
    await heading(page, "Members");
    await manage(page, guest);
    await press(page, "Remove…");
    await press(page, "Remove");
    await says(page, "Pia is no longer a member.");
    await accepting.reload();
    await heading(accepting, "No active organization");
  });

  test("members and teams are managed, and the organization is transferred and left", async () => {
    const [owner, guest] = [newPerson("Ray"), newPerson("Sue")];
    const [page, member] = [await verified(owner), await verified(guest)];
    await create(page, "Cups");
    await open(page, "Invitations");
    await invite(page, guest.email, "Member");
    await member.goto("/organizations");
    await heading(member, "Organizations");
    await press(member, "Accept: Cups");
    await heading(member, "Cups");

    await open(page, "Teams");
    await typeInto(page, { Name: "Potters" });
    await says(page, "The team is created.");
    await press(page, "Potters");
    await heading(page, "Potters");
    for (const { name, email } of [owner, guest]) {
      await pick(page, "Member of the organization", `${name} (${email})`);
      await press(page, "Add member");
      await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
    }
    await press(page, "Switch");
    await says(page, "This is your active team.");
    await press(page, "Remove Ray");
    await says(page, "Ray is no longer in this team.");
    const { promise: typed, resolve: goOn } = Promise.withResolvers<void>();
    await intercept(page, "**/list-team-members*", async (route) => {
      await typed;
      await route.continue();
    });
    await press(page, "Remove Sue");
    await says(page, "Sue is no longer in this team.");
    // A user who types while a slow server lists the members keeps the focus.
    await tabTo(page, "Name", true);
    await page.keyboard.type("Paint");
    goOn();
    await page.getByRole("button", { name: "Remove Sue" }).waitFor({ state: "detached" });
    await page.keyboard.type("ers");
    await page.keyboard.press("Enter");
    await heading(page, "Painters");
    await press(page, "Remove…");
    await press(page, "Remove team");
    await heading(page, "Teams");
    await says(page, "There are no teams yet.");

    await open(page, "Members");
    await manage(page, guest);
    await pick(page, "Member", "Admin");
    await page.keyboard.press("Enter");
    await says(page, "Sue is Admin now.");
    await manage(page, guest);
    await press(page, "Transfer ownership…");
    await press(page, "Transfer ownership");
    await says(page, "Sue is the owner now.");
    await open(page, "Settings");
    await press(page, "Leave…");
    await page.getByRole("dialog", { name: "Leave Cups?" }).waitFor();
    await press(page, "Leave");
    await heading(page, "Organizations");
    await says(page, "None yet");
  });
}
