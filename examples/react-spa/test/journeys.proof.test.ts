import { describe, expect, test } from "vitest";
import { comeBack, found, invite, isAt, join, row, signInAsAdministrator } from "./company.ts";
import { comeByExampleId, goToExampleId, introduce } from "./example-id.ts";
import { enterAs } from "./shop-screens.ts";
import {
  executablePath,
  followEmail,
  heading,
  messages,
  newUser,
  setUp,
  signIn,
  signOut,
  signUp,
  signUpByForm,
} from "./test-user.ts";

/** One flow through each area of the example; the other files of this folder open every screen in every state. */
describe.skipIf(!executablePath)("a flow through the example", () => {
  const visitor = setUp();

  test("account: signs up, confirms the address by email, signs out and in again, and is remembered", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUpByForm(page, person);
    const opened = await followEmail(page, person.email, ...messages.confirm);
    await heading(opened, "Your address is verified");
    await opened.close();
    await page.goto("/");
    await heading(page, `Welcome, ${person.name}`);
    await expect.poll(() => page.getByText("Verify your email address.").count()).toBe(0);
    await signOut(page);
    await signIn(page, person.username, person.password);
    await heading(page, `Welcome, ${person.name}`);
    await page.reload();
    await heading(page, `Welcome, ${person.name}`);
  });

  test("social: signs up with a provider, and signs in with it in another browser", async () => {
    const person = newUser();
    const page = await visitor.visit("/sign-up");
    await goToExampleId(page);
    await introduce(page, person);
    await heading(page, `Welcome, ${person.name}`);
    const elsewhere = await visitor.visit("/");
    await comeByExampleId(elsewhere, person);
    await heading(elsewhere, `Welcome, ${person.name}`);
  });

  test("organizations: an owner invites a member, who joins by the link of the email", async () => {
    const [owner, guest] = [newUser(), newUser()];
    const page = await visitor.visit("/");
    await signUp(page, owner);
    await found(page, "Analytical Engines");
    await invite(page, guest.email, { role: "Admin" });
    const opened = await join(await visitor.visit("/"), guest, "Analytical Engines");
    await opened.getByText("Your role: Admin").waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Members" }).click();
    await comeBack(page, () => row(page, guest.name).isVisible());
  });

  test("shop: a guest looks at the dashboard of a merchant, and sees a webhook arrive", async () => {
    const page = await visitor.visit("/");
    await enterAs(page, "merchant");
    await page.getByRole("navigation").getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("button", { name: "Sell something" }).click();
    await page.getByText("was handled, and answered with 200").waitFor();
    await page.locator("tr.new").first().waitFor();
  });

  test("admin: an administrator bans a user, which ends the user's session", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    const admin = await visitor.visit("/");
    await signInAsAdministrator(admin, visitor.demo);
    await admin.goto("/admin");
    await admin.getByLabel("Search in").selectOption({ label: "Email addresses" });
    await admin.getByLabel("Begins with").fill(person.email);
    await admin.getByRole("main").getByRole("link", { name: person.name }).click();
    await heading(admin, person.name);
    await admin.getByRole("button", { name: `Ban ${person.name}` }).click();
    await admin.getByText("This user is banned, and cannot sign in.").waitFor();
    await comeBack(page, isAt(page, "Sign-in that lives in your own app"));
  });
});
