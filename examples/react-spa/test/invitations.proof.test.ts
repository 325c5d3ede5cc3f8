import { describe, expect, test } from "vitest";
import { comeBack, focusOn, followInvitation, found, invite, join, reconnect, row, signUpInvited } from "./company.ts";
import { goToExampleId, introduce } from "./example-id.ts";
import { countEmails, errorAt, executablePath, heading, newUser, setUp, signUp, signUpConfirmed } from "./test-user.ts";

describe.skipIf(!executablePath)("an invitation", () => {
  const visitor = setUp();

  test("leads a new user from the email into the organization, and the inviter sees the member without a reload", async () => {
    const [owner, guest] = [newUser(), newUser()];
    const page = await visitor.visit("/");
    await signUp(page, owner);
    await found(page, "Analytical Engines");
    await page.goto("/organization/teams");
    await page.getByLabel("Name", { exact: true }).fill("Compilers");
    await page.getByRole("button", { name: "Create team" }).click();
    await page.getByText("The team is created.").waitFor();
    await invite(page, guest.email, { role: "Admin", team: "Compilers" });
    await row(page, guest.email).getByText("Admin, in Compilers, open until").waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Members" }).click();
    await heading(page, "Members");
    await expect.poll(() => row(page, guest.name).count()).toBe(0);

    const other = await visitor.visit("/");
    const opened = await followInvitation(other, guest, "Analytical Engines");
    await heading(opened, "Join Analytical Engines");
    await expect.poll(() => opened.url()).toBe(`${visitor.demo.url}/accept-invitation`);
    await opened.getByText(`${owner.name} invites ${guest.email} to Analytical Engines, as Admin.`).waitFor();
    await expect.poll(() => opened.getByLabel("Email", { exact: true }).inputValue()).toBe(guest.email);
    await signUpInvited(opened, guest);
    await focusOn(opened, "Join Analytical Engines");
    await opened.getByRole("button", { name: "Accept" }).click();
    await heading(opened, "Analytical Engines");
    await opened.getByRole("status").getByText("You are a member now.").waitFor();
    await opened.getByText("Your role: Admin").waitFor();
    // The invitation's link has verified the email address.
    await expect.poll(() => opened.getByText("Verify your email address.").count()).toBe(0);

    await comeBack(page, () => row(page, guest.name).isVisible());
    await page.getByRole("navigation").getByRole("link", { name: "Invitations" }).click();
    await page.getByText("There are no open invitations.").waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Teams" }).click();
    await page.getByRole("main").getByRole("link", { name: "Compilers" }).click();
    await row(page, guest.name).waitFor();

    const again = await followInvitation(other, guest, "Analytical Engines");
    await heading(again, "This invitation is not open");
    await again.getByRole("link", { name: "Your organizations" }).click();
    await row(again, "Analytical Engines").getByText("Active", { exact: true }).waitFor();
  });

  test("is accepted by a user with an account, after signing in there", async () => {
    const [owner, guest] = [newUser(), newUser()];
    await signUp(await visitor.visit("/"), guest);
    const page = await visitor.visit("/");
    await signUp(page, owner);
    await found(page, "Looms");
    await invite(page, guest.email);
    const opened = await followInvitation(await visitor.visit("/"), guest, "Looms");
    await opened.getByLabel("Name", { exact: true }).fill(guest.name);
    await opened.getByLabel("Password", { exact: true }).fill(guest.password);
    await opened.getByRole("button", { name: "Create account" }).click();
    await errorAt(opened, "Email", /already has an account/);
    await opened.getByRole("button", { name: "Sign in", exact: true }).click();
    await focusOn(opened, "Sign in");
    await opened.getByLabel("Password", { exact: true }).fill(guest.password);
    await opened.locator("form").getByRole("button", { name: "Sign in", exact: true }).click();
    await opened.getByRole("button", { name: "Accept" }).click();
    await heading(opened, "Looms");
    await opened.getByText("Your role: Member").waitFor();
  });

  test("is accepted by a user who returns from a provider", async () => {
    const [owner, guest] = [newUser(), newUser()];
    const page = await visitor.visit("/");
    await signUp(page, owner);
    await found(page, "Bridges");
    await invite(page, guest.email);
    const opened = await followInvitation(await visitor.visit("/"), guest, "Bridges");
    await goToExampleId(opened);
    await opened.getByRole("button", { name: "Cancel" }).click();
    await heading(opened, "Join Bridges");
    await opened.getByRole("alert").getByText("You denied access at Example ID").waitFor();
    await goToExampleId(opened);
    await introduce(opened, guest);
    await heading(opened, "Join Bridges");
    await opened.getByRole("button", { name: "Accept" }).click();
    await heading(opened, "Bridges");
  });

  test("is for its email address only, and other users get an explanation", async () => {
    const [owner, guest] = [newUser(), newUser()];
    const page = await visitor.visit("/");
    await signUp(page, owner);
    await found(page, "Pumps");
    await invite(page, guest.email);
    const opened = await followInvitation(page, guest, "Pumps");
    await opened.getByText(`You are signed in as ${owner.email}, and this invitation is for ${guest.email}.`).waitFor();
    await expect.poll(() => opened.getByRole("button", { name: "Accept" }).count()).toBe(0);
    await opened.getByRole("button", { name: `Continue as ${guest.email}` }).click();
    await opened.getByRole("heading", { name: "Create an account" }).waitFor();
    await signUpInvited(opened, guest);
  });

  test("can be declined, and then its link leads nowhere", async () => {
    const [owner, guest] = [newUser(), newUser()];
    const page = await visitor.visit("/");
    await signUp(page, owner);
    await found(page, "Clocks");
    await invite(page, guest.email);
    const other = await visitor.visit("/");
    const opened = await followInvitation(other, guest, "Clocks");
    await signUpInvited(opened, guest);
    await opened.getByRole("button", { name: "Decline" }).click();
    await opened.getByRole("status").getByText("You declined.").waitFor();
    await opened.reload();
    await heading(opened, "This invitation is not open");
    await reconnect(page, () => page.getByText("There are no open invitations.").isVisible());
  });

  test("is cancelled, or sent again with a new link in place of the old one", async () => {
    const [owner, guest] = [newUser(), newUser()];
    const page = await visitor.visit("/");
    await signUp(page, owner);
    await found(page, "Kites");
    await invite(page, guest.email);
    const other = await visitor.visit("/");
    const first = await followInvitation(other, guest, "Kites");
    await heading(first, "Join Kites");

    await page.getByRole("button", { name: `Send again to ${guest.email}` }).click();
    await page.getByRole("status").getByText(`Another email is on its way to ${guest.email}.`).waitFor();
    await expect.poll(() => countEmails(page, guest.email, "Join Kites at Keyhold example")).toBe(2);
    await first.reload();
    await heading(first, "This invitation is not open");
    const second = await followInvitation(other, guest, "Kites");
    await heading(second, "Join Kites");

    await page.getByLabel("Email", { exact: true }).fill(guest.email.toUpperCase());
    await page.getByRole("button", { name: "Send invitation" }).click();
    await errorAt(page, "Email", /invited already/);
    await page.getByRole("button", { name: `Cancel the invitation to ${guest.email}` }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText(`The invitation to ${guest.email} is cancelled`).waitFor();
    await focusOn(page, "Open invitations");
    await second.reload();
    await heading(second, "This invitation is not open");
  });

  test("is listed among the organizations of a user who has confirmed the email address", async () => {
    const [owner, guest] = [newUser(), newUser()];
    const page = await visitor.visit("/");
    await signUp(page, owner);
    const other = await visitor.visit("/");
    await signUpConfirmed(other, guest);
    for (const name of ["Sails", "Ropes"]) {
      await found(page, name);
      await invite(page, guest.email);
    }
    await other.goto("/organizations");
    await other.getByRole("heading", { name: "Invitations to you" }).waitFor();
    await other.getByRole("button", { name: "Decline: Ropes" }).click();
    await other.getByRole("status").getByText("You declined to join Ropes.").waitFor();
    await row(other, "Ropes").waitFor({ state: "detached" });
    await other.getByRole("button", { name: "Accept: Sails" }).click();
    await heading(other, "Sails");
  });

  test("needs a complete email address, and no member's", async () => {
    const [owner, guest] = [newUser(), newUser()];
    const page = await visitor.visit("/");
    await signUp(page, owner);
    await found(page, "Rails");
    await invite(page, guest.email);
    await join(await visitor.visit("/"), guest, "Rails");
    for (const [email, said] of [
      ["", /Enter the email address/],
      ["half@", /not a complete email address/],
      [guest.email, /a member already/],
    ] as const) {
      await page.getByLabel("Email", { exact: true }).fill(email);
      await page.getByRole("button", { name: "Send invitation" }).click();
      await errorAt(page, "Email", said);
    }
  });

  test("with an incomplete link is invalid", async () => {
    const page = await visitor.visit("/accept-invitation?token=half");
    await heading(page, "This invitation is not open");
    await page.goto("/accept-invitation");
    await heading(page, "This invitation is not open");
    await page.getByRole("link", { name: "Sign in" }).click();
    await heading(page, "Sign in to Keyhold example");
  });

  test("is shown after another try where it could not be fetched", async () => {
    const page = await visitor.visit("/");
    await page.route("**/preview-invitation*", (route) => route.fulfill({ status: 501, json: {} }));
    await page.goto("/accept-invitation?token=any");
    await page.getByRole("alert").getByText("The invitation could not be loaded").waitFor();
    await page.unroute("**/preview-invitation*");
    await page.getByRole("button", { name: "Try again" }).click();
    await heading(page, "This invitation is not open");
  });

  test("does not take a user for signed out where the session could not be read", async () => {
    const [owner, guest] = [newUser(), newUser()];
    const page = await visitor.visit("/");
    await signUp(page, owner);
    await found(page, "Elm");
    await invite(page, guest.email);
    await page.context().route("**/get-session", (route) => route.fulfill({ status: 501, json: {} }));
    const opened = await followInvitation(page, guest, "Elm");
    await opened.getByRole("alert").getByText("The invitation could not be loaded").waitFor();
    await page.context().unroute("**/get-session");
    await opened.getByRole("button", { name: "Try again" }).first().click();
    await opened.getByRole("button", { name: `Continue as ${guest.email}` }).waitFor();
  });
});
