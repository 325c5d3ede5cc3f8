import { describe, expect, test } from "vitest";
import {
  executablePath,
  followEmail,
  heading,
  messages,
  newUser,
  openEmail,
  setUp,
  signIn,
  signOut,
  signUp,
} from "./test-user.ts";

describe.skipIf(!executablePath)("the development mailbox", () => {
  const visitor = setUp();

  test("is empty at first, and explains its purpose", async () => {
    const page = await visitor.visit("/mailbox");
    await heading(page, "Mailbox");
    await page.getByText("No emails yet").waitFor();
    await page.getByText("For development only.").waitFor();
  });

  test("shows the email of a sign-up as HTML and as text, and a notice of every later sign-in", async () => {
    const person = { ...newUser(), name: "<b>Ada</b>" };
    const page = await visitor.visit("/");
    await signUp(page, person);
    await page.getByRole("banner").getByRole("link", { name: "Mailbox" }).click();
    await page.getByRole("main").getByRole("listitem").waitFor();
    await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(1);

    const message = page.frameLocator("iframe");
    await message.getByText(`Please confirm that ${person.email}`).waitFor();
    await expect.poll(() => message.locator("b").count()).toBe(0);
    await page.getByLabel("Text").check();
    await page.getByText(`${visitor.demo.url}/api/auth/verify-email?token=`).waitFor();

    await signOut(page);
    await signIn(page, person.username, person.password);
    await heading(page, `Welcome, ${person.name}`);
    const notice = await openEmail(page, person.email, messages.signIn[0]);
    await notice.getByText("username and password").waitFor();
    await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(2);
    await page.reload();
    await notice.getByText("username and password").waitFor();
  });

  test("opens links of an email in a new tab", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await signOut(page);
    await signIn(page, person.email, person.password);
    await heading(page, `Welcome, ${person.name}`);
    const app = await followEmail(page, person.email, ...messages.signIn);
    await heading(app, "Devices");
    await heading(page, "Mailbox");
  });

  test("shows emails that are sent while it is open", async () => {
    const person = newUser();
    const mailbox = await visitor.visit("/mailbox");
    await heading(mailbox, "Mailbox");
    await signUp(await visitor.visit("/"), person);
    await mailbox.getByRole("listitem").filter({ hasText: person.email }).waitFor();
  });

  test("on a narrow page shows the list, then the email, then the list again", async () => {
    const page = await visitor.visit("/", { viewport: { width: 360, height: 740 } });
    await signUp(page, newUser());
    await page.goto("/mailbox");
    await page.getByRole("main").getByRole("listitem").first().click();
    await page.locator("iframe").waitFor();
    await expect.poll(() => page.getByRole("main").getByRole("listitem").first().isVisible()).toBe(false);
    await page.getByRole("link", { name: "All emails" }).click();
    await page.getByRole("main").getByRole("listitem").first().waitFor();
    await expect.poll(() => page.locator("iframe").isVisible()).toBe(false);
  });
});
