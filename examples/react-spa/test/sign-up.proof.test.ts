import { describe, expect, test } from "vitest";
import { intercept } from "../../../tests/harness/chromium.ts";
import { errorAt, executablePath, heading, newUser, setUp, signUp, tabTo } from "./test-user.ts";

describe.skipIf(!executablePath)("sign-up", () => {
  const visitor = setUp();

  test("works by keyboard alone, survives a reload, and ends with sign-out", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await heading(page, "Sign-in that lives in your own app");
    await tabTo(page, "Create an account");
    await page.keyboard.press("Enter");
    await heading(page, "Create your Keyhold example account");
    for (const [label, text] of [
      ["Name", person.name],
      ["Email", person.email],
      ["Username", person.username],
      ["Password", person.password],
    ] as const) {
      await tabTo(page, label);
      await page.keyboard.type(text);
    }
    await page.keyboard.press("Enter");

    await heading(page, `Welcome, ${person.name}`);
    await expect.poll(() => page.getByText(person.email, { exact: true }).isVisible()).toBe(true);
    await expect.poll(() => page.getByText(`username ${person.username}`).isVisible()).toBe(true);
    expect(new URL(page.url()).pathname).toBe("/");

    await page.reload();
    await heading(page, `Welcome, ${person.name}`);
    await tabTo(page, "Sign out");
    await page.keyboard.press("Enter");
    await heading(page, "Sign-in that lives in your own app");
    await page.reload();
    await heading(page, "Sign-in that lives in your own app");
  });

  test("shows at its field that an address is taken, with a link to sign in", async () => {
    const person = newUser();
    await signUp(await visitor.visit("/"), person);
    const page = await visitor.visit("/sign-up");
    await page.getByLabel("Name", { exact: true }).fill("Somebody else");
    await page.getByLabel("Email").fill(person.email.toUpperCase());
    await page.getByLabel("Password", { exact: true }).fill("another password");
    await page.getByRole("button", { name: "Create account" }).click();
    await errorAt(page, "Email", /already has an account/);
    await page.getByRole("link", { name: "Sign in", exact: true }).click();
    await heading(page, "Sign in to Keyhold example");
  });

  test("shows a taken username at its field, and accepts another one", async () => {
    const person = newUser();
    await signUp(await visitor.visit("/"), person);
    const page = await visitor.visit("/sign-up");
    const other = newUser();
    await page.getByLabel("Name", { exact: true }).fill(other.name);
    await page.getByLabel("Email").fill(other.email);
    await page.getByLabel("Username").fill(person.username.toLowerCase());
    await page.getByLabel("Password", { exact: true }).fill(other.password);
    await page.getByRole("button", { name: "Create account" }).click();
    await errorAt(page, "Username optional", /Another user has this username/);

    await page.getByLabel("Username").fill(other.username);
    await expect.poll(() => page.getByLabel("Username").getAttribute("aria-invalid")).toBe("false");
    await page.getByRole("button", { name: "Create account" }).click();
    await heading(page, `Welcome, ${other.name}`);
  });

  test("shows the remaining characters of a short password, and rejects it at its field", async () => {
    const page = await visitor.visit("/sign-up");
    const password = page.getByLabel("Password", { exact: true });
    await page.getByLabel("Name", { exact: true }).fill("Ada");
    await page.getByLabel("Email").fill("short@example.com");
    await password.fill("seven 7");
    await page.getByText("1 more character.").waitFor();
    await page.getByRole("button", { name: "Create account" }).click();
    await errorAt(page, "Password", /at least 8 characters/);

    await password.fill("🗝️ eight");
    await page.getByText("Long enough.").waitFor();
    await expect.poll(() => password.getAttribute("type")).toBe("password");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect.poll(() => password.getAttribute("type")).toBe("text");
  });

  test("shows all empty fields at once, and sends no request", async () => {
    const page = await visitor.visit("/sign-up");
    await heading(page, "Create your Keyhold example account");
    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.url()));
    await page.getByRole("button", { name: "Create account" }).click();
    await errorAt(page, "Name", /Enter your name/);
    await expect.poll(() => page.locator("[aria-invalid=true]").count()).toBe(3);
    expect(calls).toEqual([]);
  });

  test("sends once, however often the button is pressed", async () => {
    const person = newUser();
    const page = await visitor.visit("/sign-up");
    let calls = 0;
    const pressedAgain = Promise.withResolvers<void>();
    await intercept(page, "**/api/auth/sign-up/email", async (route) => {
      calls += 1;
      await pressedAgain.promise;
      await route.continue();
    });
    await page.getByLabel("Name", { exact: true }).fill(person.name);
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText("Creating…").waitFor();
    await page.locator("button[type=submit]").click({ force: true });
    await page.getByLabel("Email").press("Enter");
    pressedAgain.resolve();
    await heading(page, `Welcome, ${person.name}`);
    expect(calls).toBe(1);
    await page.goto("/account/profile");
    await expect.poll(() => page.getByLabel("Username").inputValue()).toBe("");
  });
});
