import { describe, expect, test } from "vitest";
import { executablePath, heading, setUp, signIn, signOut, signUp, somebody } from "./visitor.ts";

describe.skipIf(!executablePath)("the development mailbox", () => {
  const visitor = setUp();

  test("is empty at first, and says what it is for", async () => {
    const page = await visitor.visit("/mailbox");
    await heading(page, "Mailbox");
    await page.getByText("No letters yet").waitFor();
    await page.getByText("For development only.").waitFor();
  });

  test("shows the welcome of a sign-up, and a notice of every later sign-in", async () => {
    const person = { ...somebody(), name: "<b>Ada</b>" };
    const page = await visitor.visit("/");
    await signUp(page, person);
    await page.getByRole("link", { name: "mailbox", exact: true }).click();
    await page.getByRole("listitem").waitFor();
    expect(await page.getByRole("listitem").count()).toBe(1);

    const letter = page.frameLocator("iframe");
    await letter.getByRole("heading", { name: "Welcome, <b>Ada</b>" }).waitFor();
    await page.getByLabel("Text").check();
    await page.getByText(`From now on ${person.email} opens the door`).waitFor();

    await signOut(page);
    await signIn(page, person.username, person.password);
    await heading(page, `Welcome, ${person.name}`);
    await page.goto("/mailbox");
    await page.getByRole("link", { name: /New sign-in with Chrome/ }).click();
    await letter.getByText("username and password").waitFor();
    expect(await page.getByRole("listitem").count()).toBe(2);
    await page.reload();
    await letter.getByText("username and password").waitFor();
  });

  test("opens links of a letter beside the page", async () => {
    const page = await visitor.visit("/");
    await signUp(page, somebody());
    await page.goto("/mailbox");
    const opened = page.waitForEvent("popup");
    await page.frameLocator("iframe").getByRole("link", { name: "Open the app" }).click();
    const app = await opened;
    await heading(page, "Mailbox");
    expect(app.url().startsWith(visitor.demo.url)).toBe(true);
  });

  test("on a narrow page shows the list, then the letter, then the list again", async () => {
    const page = await visitor.visit("/", { viewport: { width: 360, height: 740 } });
    await signUp(page, somebody());
    await page.goto("/mailbox");
    await page.getByRole("listitem").first().click();
    await page.locator("iframe").waitFor();
    expect(await page.getByRole("listitem").first().isVisible()).toBe(false);
    await page.getByRole("link", { name: "All letters" }).click();
    await page.getByRole("listitem").first().waitFor();
    expect(await page.locator("iframe").isVisible()).toBe(false);
  });
});
