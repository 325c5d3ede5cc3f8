import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { intercept } from "../../../tests/harness/chromium.ts";
import { administratorOf, comeBack, focusOn, found, isAt, reconnect, row, signInAsAdministrator } from "./company.ts";
import { enrol } from "./second-factor.ts";
import { asksFor } from "./step-up.ts";
import { countEmails, executablePath, heading, newUser, type Person, setUp, signIn, signUp } from "./test-user.ts";

const landing = "Sign-in that lives in your own app";

describe.skipIf(!executablePath)("the administrator", () => {
  const visitor = setUp();

  async function administrator(): Promise<Page> {
    const page = await visitor.visit("/");
    await signInAsAdministrator(page, visitor.demo);
    return page;
  }

  async function signUpNew(person = newUser()): Promise<{ page: Page; person: Person }> {
    const page = await visitor.visit("/");
    await signUp(page, person);
    return { page, person };
  }

  /** Opens a user from the list of all. */
  async function openUser(page: Page, person: Person): Promise<void> {
    await page.goto("/admin");
    await page.getByLabel("Search in").selectOption({ label: "Email addresses" });
    await page.getByLabel("Begins with").fill(person.email);
    await page.getByRole("main").getByRole("link", { name: person.name }).click();
    await heading(page, person.name);
  }

  test("is the only user with the page of users", async () => {
    const { page } = await signUpNew();
    await expect.poll(() => page.getByRole("link", { name: "Users" }).count()).toBe(0);
    await page.goto("/admin");
    await heading(page, "Page not found");
    const admin = await administrator();
    await admin.getByRole("navigation").getByRole("link", { name: "Users" }).click();
    await heading(admin, "Users");
    await row(admin, "admin@example.com").waitFor();
  });

  test("finds users by the prefix of a name or an email address, sorts them, and loads more", async () => {
    const admin = await administrator();
    for (let number = 0; number < 21; number += 1) {
      const email = `zoe${String(number).padStart(2, "0")}@zoo.example.com`;
      const data = { name: `Zoé ${number % 7}`, email, password: "a few good words" };
      expect((await admin.request.post("/api/auth/admin/create-user", { data, headers: sameOrigin() })).status()).toBe(
        200,
      );
    }
    await admin.goto("/admin");
    await admin.getByRole("status").getByText("The first 20.").waitFor();
    await admin.getByLabel("Begins with").fill("ZOE");
    await admin.getByRole("status").getByText("The first 20.").waitFor();
    const names = () => admin.getByRole("main").getByRole("listitem").locator(".kh-name").allTextContents();
    await expect.poll(async () => (await names())[0]).toContain("Zoé 0");
    await admin.getByRole("button", { name: "Show more" }).click();
    await admin.getByRole("status").getByText("21 users.").waitFor();
    await admin.getByLabel("Order").selectOption({ label: "Name, Z to A" });
    await expect.poll(async () => (await names())[0]).toContain("Zoé 6");

    await admin.getByLabel("Search in").selectOption({ label: "Email addresses" });
    await expect.poll(async () => await row(admin, "zoe").count()).toBe(20);
    await admin.getByLabel("Begins with").fill("zoe07@");
    await admin.getByRole("status").getByText("1 user.").waitFor();
    await admin.getByLabel("Begins with").fill("nobody like that");
    await admin.getByText("No user matches.").waitFor();
  });

  function sameOrigin(): { origin: string } {
    return { origin: visitor.demo.url };
  }

  test("impersonates a user with a bar on every page, and stops", async () => {
    const { page, person } = await signUpNew();
    await found(page, "Watched");
    const admin = await administrator();
    await openUser(admin, person);
    await admin.getByRole("button", { name: `Impersonate ${person.name}` }).click();
    await heading(admin, `Welcome, ${person.name}`);
    const bar = admin.getByRole("complementary", { name: "Impersonation" });
    await bar.getByText(`You are impersonating ${person.name} (${person.email}).`).waitFor();
    await admin.goto("/mailbox");
    await bar.waitFor();
    await admin.goto("/organizations");
    await admin.getByRole("button", { name: "Switch to Watched" }).click();
    await heading(admin, "Watched");
    await expect.poll(() => admin.getByRole("link", { name: "Users" }).count()).toBe(0);

    await admin.goto("/account/password");
    await admin.getByLabel("Current password", { exact: true }).fill(person.password);
    await admin.getByLabel("New password", { exact: true }).fill("several better words");
    await admin.getByRole("button", { name: "Change password" }).click();
    await admin.getByRole("alert").getByText("Only the user can do this.").waitFor();

    await bar.getByRole("button", { name: `Stop impersonating ${person.name}` }).focus();
    await admin.keyboard.press("Enter");
    await heading(admin, person.name);
    await expect.poll(() => bar.count()).toBe(0);
    await admin.goto("/");
    await heading(admin, "Welcome, Administrator");
    await page.reload();
    await heading(page, "Watched");
  });

  test("bans with a reason and a duration, which ends the user's sessions, and lifts the ban", async () => {
    const { page, person } = await signUpNew();
    const admin = await administrator();
    await openUser(admin, person);
    await admin.getByLabel("Reason").fill("Was rude");
    await admin.getByLabel("Duration").selectOption({ label: "1 week" });
    await admin.getByRole("button", { name: `Ban ${person.name}` }).click();
    await admin.getByText(/^Until .+: Was rude$/).waitFor();
    await admin.getByText("This user is banned, and cannot sign in.").waitFor();
    await focusOn(admin, "Ban");
    await admin.getByText("No sessions: the user is signed out everywhere.").waitFor();
    await expect.poll(() => admin.getByRole("button", { name: /^Impersonate/ }).count()).toBe(0);

    await comeBack(page, isAt(page, landing));
    await signIn(page, person.email, person.password);
    await page.getByRole("alert").getByText("This account is banned.").waitFor();

    await admin.getByRole("button", { name: "Lift the ban" }).click();
    await admin.getByRole("button", { name: `Ban ${person.name}` }).waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await heading(page, `Welcome, ${person.name}`);
  });

  test("gives the role to another user, who gets the page on returning to the window, and removes the role", async () => {
    const { page, person } = await signUpNew();
    const admin = await administrator();
    await openUser(admin, person);
    await admin.getByLabel("Administrator", { exact: true }).check();
    await admin.getByRole("button", { name: "Save role" }).click();
    await admin.getByText("Saved.").waitFor();
    await expect.poll(() => admin.getByRole("button", { name: /^Impersonate/ }).count()).toBe(0);
    const users = page.getByRole("navigation").getByRole("link", { name: "Users" });
    await reconnect(page, () => users.isVisible());
    await users.click();
    await row(page, person.email).getByText("Administrator").waitFor();
    await row(page, person.email).getByRole("link").click();
    await heading(page, person.name);
    await expect.poll(() => page.getByRole("button", { name: /^Save role|^Ban/ }).count()).toBe(0);

    await admin.getByLabel("User", { exact: true }).check();
    await admin.getByRole("button", { name: "Save role" }).click();
    await admin.getByRole("button", { name: `Impersonate ${person.name}` }).waitFor();
    await reconnect(page, isAt(page, "Page not found"));
  });

  test("sees the sessions of a user, and ends one or all of them", async () => {
    const { page, person } = await signUpNew();
    const others = [await visitor.visit("/"), await visitor.visit("/")];
    for (const other of others) {
      await signIn(other, person.email, person.password);
      await heading(other, `Welcome, ${person.name}`);
    }
    const admin = await administrator();
    await openUser(admin, person);
    const sessions = admin.getByRole("button", { name: "Sign out Chrome on Linux" });
    await expect.poll(() => sessions.count()).toBe(3);
    await sessions.first().click();
    await admin.getByRole("status").getByText("Chrome on Linux is signed out.").waitFor();
    await expect.poll(() => sessions.count()).toBe(2);
    await focusOn(admin, "Sessions");
    await admin.getByRole("button", { name: "Sign out everywhere" }).click();
    await admin.getByText("No sessions: the user is signed out everywhere.").waitFor();
    for (const other of [page, ...others]) await reconnect(other, isAt(other, landing));
  });

  test("enters the password again after a long time, by keyboard, and the step continues", async () => {
    const { page, person } = await signUpNew();
    await page.close();
    const admin = await administrator();
    await openUser(admin, person);
    const isTooOld = asksFor(1, "password");
    await intercept(admin, "**/ban-user", (route) => route.fulfill(isTooOld), { times: 1 });
    await admin.getByLabel("Reason").fill("Was rude");
    await admin.getByRole("button", { name: `Ban ${person.name}` }).click();
    const dialog = admin.getByRole("dialog", { name: "Confirm that it is you" });
    await dialog.getByLabel("Password", { exact: true }).fill("not the password");
    await admin.keyboard.press("Enter");
    await dialog.getByText("This is not your password.").waitFor();
    const before = await admin.context().cookies();
    await dialog.getByLabel("Password", { exact: true }).fill(administratorOf(visitor.demo).password);
    await admin.keyboard.press("Enter");
    await admin.getByText(/^Until .+: Was rude$/).waitFor();
    await expect.poll(() => dialog.count()).toBe(0);
    expect(await admin.context().cookies()).not.toEqual(before);

    await intercept(admin, "**/unban-user", (route) => route.fulfill(isTooOld), { times: 1 });
    await admin.getByRole("button", { name: "Lift the ban" }).click();
    await dialog.waitFor();
    await admin.keyboard.press("Escape");
    await admin.getByText("No change was made").waitFor();
    await admin.getByText("This user is banned, and cannot sign in.").waitFor();
  });

  test("resets the second factors of a user after a question, which ends the user's sessions", async () => {
    const { page, person } = await signUpNew();
    const admin = await administrator();
    await openUser(admin, person);
    await admin.getByText("This user has none.").waitFor();
    await enrol(page, person);
    await admin.reload();
    const reset = admin.getByRole("button", { name: "Reset second factors…" });
    const dialog = admin.getByRole("dialog", { name: `Reset the second factors of ${person.name}?` });
    await reset.click();
    await dialog.getByRole("button", { name: "Keep them" }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await reset.focus();
    await admin.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Reset second factors" }).focus();
    await admin.keyboard.press("Enter");
    await admin.getByText("The second factors are removed, and the user is signed out everywhere.").waitFor();
    await focusOn(admin, "Second factor");
    await expect.poll(() => reset.count()).toBe(0);
    await reconnect(page, isAt(page, "Sign in to Keyhold example"));
    await signIn(page, person.email, person.password);
    await heading(page, `Welcome, ${person.name}`);
    const subject = "The second factor was reset by an administrator: Keyhold example";
    await expect.poll(() => countEmails(page, person.email, subject)).toBe(1);
  });

  test('sees an error for failed reads, and "not found" for a missing user', async () => {
    const admin = await administrator();
    await admin.route("**/list-users*", (route) => route.fulfill({ status: 501, json: {} }));
    await admin.goto("/admin");
    await admin.getByRole("alert").getByText("The users could not be loaded").waitFor();
    await admin.unroute("**/list-users*");
    await admin.getByRole("button", { name: "Try again" }).click();
    await row(admin, "example.com").first().waitFor();
    await admin.goto("/admin/users/nobody");
    await heading(admin, "No such user");
    await admin.getByRole("link", { name: "All users" }).click();
    await heading(admin, "Users");
  });
});
