import { describe, expect, test } from "vitest";
import { intercept } from "../../../tests/harness/chromium.ts";
import { errorAt, executablePath, heading, newUser, setUp, signIn, signOut, signUp } from "./test-user.ts";

describe.skipIf(!executablePath)("sign-in", () => {
  const visitor = setUp();

  test("accepts the email address or the username in one field", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    for (const identifier of [person.email, person.username]) {
      await signOut(page);
      await page.getByRole("link", { name: "Sign in", exact: true }).click();
      await page.getByLabel("Email or username").fill(identifier);
      await page.getByLabel("Password", { exact: true }).fill(person.password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await heading(page, `Welcome, ${person.name}`);
    }
  });

  test("shows a wrong password at its field, with the same text as for an unknown name", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await signOut(page);
    await signIn(page, person.email, "not the password");
    await errorAt(page, "Password", "This email address and password do not match.");
    await signIn(page, "nobody@example.com", "not the password");
    await errorAt(page, "Password", "This email address and password do not match.");
    await signIn(page, person.username, "not the password");
    await errorAt(page, "Password", "This username and password do not match.");
    await signIn(page, "half@", "not the password");
    await errorAt(page, "Email or username", /not a complete email address/);
    await signIn(page, "no spaces", "not the password");
    await errorAt(page, "Email or username", /No username looks like this/);
  });

  test("without being remembered lasts until the browser closes", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    const lifeOfSession = async (): Promise<number | undefined> => {
      const cookies = await page.context().cookies();
      return cookies.find(({ name }) => name.endsWith("session_token"))?.expires;
    };
    await expect.poll(() => lifeOfSession()).toBeGreaterThan(Date.now() / 1000);
    await signOut(page);
    await expect.poll(() => lifeOfSession()).toBeUndefined();

    await page.goto("/sign-in");
    await page.getByLabel("Keep me signed in").uncheck();
    await page.getByLabel("Email or username").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await heading(page, `Welcome, ${person.name}`);
    await expect.poll(() => lifeOfSession()).toBe(-1);
  });

  test("offers a retry without a connection, and keeps the input", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await signOut(page);
    await page.goto("/sign-in");
    await page.getByLabel("Email or username").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("alert").getByText("No connection to the server.").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await heading(page, `Welcome, ${person.name}`);
  });

  test("ends well when the session can be read only later", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await signOut(page);
    await page.goto("/sign-in");
    await heading(page, "Sign in to Keyhold example");
    await intercept(page, "**/get-session", (route) => route.abort());
    await page.getByLabel("Email or username").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    const notice = page.getByRole("status").getByText("No connection to the server.");
    await notice.waitFor();
    await page.unroute("**/get-session");
    await page.getByRole("button", { name: "Try again" }).click();
    await heading(page, `Welcome, ${person.name}`);
    await expect.poll(() => notice.count()).toBe(0);
  });

  test("is no screen for a signed-in user", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await page.goto("/sign-in");
    await heading(page, `Welcome, ${person.name}`);
    expect(new URL(page.url()).pathname).toBe("/");
  });
});

describe.skipIf(!executablePath)("a page whose server does not answer", () => {
  const visitor = setUp();

  test("shows that, and continues when the server responds again", async () => {
    const page = await visitor.visit("/mailbox");
    await page.route("**/get-session", (route) => route.abort());
    // The server renders the first screen: it needs no call.
    await page.goto("/account");
    await heading(page, "No connection");
    await page.unroute("**/get-session");
    await page.getByRole("button", { name: "Try again" }).click();
    await heading(page, "Sign in to Keyhold example");
  });
});
