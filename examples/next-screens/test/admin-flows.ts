import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Authenticator } from "../../../tests/harness/authenticator-app.ts";
import { typeInto } from "../../../tests/harness/keyboard.ts";
import { administrator, newPerson, type Person, type TestApp } from "./app.ts";
import { connect } from "./factor-flows.ts";
import { choose, heading, pick, press, says } from "./keys.ts";

/** Finds a user in the list of all. */
async function find(page: Page, { name, email }: Person): Promise<void> {
  await choose(page, "Account menu: Administrator", "Administration");
  await heading(page, "Users");
  await typeInto(page, { "Begins with": name });
  await page.getByRole("link", { name: email }).waitFor();
  await says(page, "1 user.");
  await press(page, name);
  await heading(page, name);
}

/** The first sign-in of the administrator, who must have a second factor. Answers the next codes. */
async function enrol(page: Page): Promise<Authenticator> {
  await heading(page, "Sign in to Tea Shop");
  await typeInto(page, { "Email or username": administrator.email, Password: administrator.password });
  await heading(page, "Your account needs a second factor");
  await press(page, "Set up an authenticator app");
  const { authenticator } = await connect(page);
  await heading(page, "Welcome, Administrator");
  return authenticator;
}

export function adminFlows(app: TestApp): void {
  test("an administrator sets up a second factor, ends a session of a user, bans the user, and impersonates", async () => {
    const [tom, uma] = [newPerson("Tom"), newPerson("Uma")];
    await app.withFactor(uma);
    const page = await app.visitAs(tom, "/admin");
    await heading(page, "Not for your role");
    const admin = await app.visit("/sign-in");
    const authenticator = await enrol(admin);
    await find(admin, tom);
    await press(admin, "Sign out Chrome on Linux");
    await says(admin, "Chrome on Linux is signed out.");
    await page.reload();
    await heading(page, "Sign in to Tea Shop");

    app.age(administrator.email);
    await typeInto(admin, { Reason: "Was rude" });
    await admin.getByRole("dialog", { name: "Confirm that it is you" }).waitFor();
    await admin.keyboard.type(authenticator.next());
    await admin.keyboard.press("Enter");
    await says(admin, "This user is banned, and cannot sign in.");
    await typeInto(page, { "Email or username": tom.email, Password: tom.password });
    await says(page, "This account is banned.");
    await press(admin, "Lift the ban");
    await admin.getByRole("button", { name: "Ban Tom" }).waitFor();
    await press(page, "Try again");
    await heading(page, "Not for your role");

    await press(admin, "Impersonate Tom");
    await heading(admin, "Welcome, Tom");
    await says(admin, `You are impersonating Tom (${tom.email}).`);
    await choose(admin, "Account menu: Tom", "Account settings");
    // The page before has the same heading.
    await admin.getByRole("link", { name: "Profile" }).first().waitFor();
    await heading(admin, "Welcome, Tom");
    await press(admin, "Stop impersonating Tom");
    await heading(admin, "Tom");
    await expect.poll(() => admin.getByRole("complementary").count()).toBe(0);
    await pick(admin, "User", "Administrator");
    await press(admin, "Save role");
    await says(admin, "Saved.");

    await find(admin, uma);
    await press(admin, "Reset second factors…");
    await admin.getByRole("dialog").waitFor();
    await press(admin, "Reset second factors");
    await says(admin, "The second factors are removed");
    await expect.poll(() => admin.getByRole("button", { name: "Reset second factors…" }).count()).toBe(0);
  });
}
