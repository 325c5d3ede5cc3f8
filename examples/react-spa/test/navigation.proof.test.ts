import { describe, expect, test } from "vitest";
import { executablePath, heading, setUp } from "./test-user.ts";

describe.skipIf(!executablePath)("navigation", () => {
  const visitor = setUp();

  test("has a URL, a title and a history entry for every screen", async () => {
    const page = await visitor.visit("/");
    const isAt = async (path: string, title: string): Promise<void> => {
      await heading(page, title);
      expect(new URL(page.url()).pathname).toBe(path);
      await expect.poll(() => page.title()).toBe(`${title} · Keyhold example`);
    };
    const start = ["/", "Sign-in that lives in your own app"] as const;
    await isAt(...start);
    await page.getByRole("link", { name: "Sign in", exact: true }).click();
    await isAt("/sign-in", "Sign in to Keyhold example");
    await page.getByRole("link", { name: "Create an account" }).click();
    await isAt("/sign-up", "Create your Keyhold example account");
    await page.getByRole("link", { name: "Mailbox" }).click();
    await isAt("/mailbox", "Mailbox");
    await page.reload();
    await isAt("/mailbox", "Mailbox");
    await page.goBack();
    await isAt("/sign-up", "Create your Keyhold example account");
    await page.goBack();
    await isAt("/sign-in", "Sign in to Keyhold example");
    await page.goForward();
    await isAt("/sign-up", "Create your Keyhold example account");
  });

  test("moves the focus to the heading of a new screen, but not on the first one", async () => {
    const page = await visitor.visit("/sign-in");
    await heading(page, "Sign in to Keyhold example");
    const focused = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.tagName);
    await expect.poll(() => focused()).toBe("BODY");
    await page.getByRole("link", { name: "Create an account" }).click();
    await heading(page, "Create your Keyhold example account");
    await expect.poll(() => focused()).toBe("H1");
  });

  test("answers an unknown URL with 404 and a link back", async () => {
    const page = await visitor.visit("/");
    const response = await page.goto("/nowhere");
    expect(response?.status()).toBe(404);
    await heading(page, "Page not found");
    await page.getByRole("link", { name: "Back to the start" }).click();
    await heading(page, "Sign-in that lives in your own app");
  });
});
