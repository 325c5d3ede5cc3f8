import { linkIn } from "@keyhold/testing";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { authenticatorOf } from "../../../tests/harness/authenticator-app.ts";
import { intercept } from "../../../tests/harness/chromium.ts";
import { tabTo, typeInto } from "../../../tests/harness/keyboard.ts";
import { executablePath, heading, newPerson, setUp } from "./pages.js";

const signInTitle = "Sign in to Tea Shop";
const signUpTitle = "Create your Tea Shop account";

type Person = ReturnType<typeof newPerson>;

async function signUp(page: Page, { name, email, username, password }: Person): Promise<void> {
  await page.goto("/sign-up");
  await heading(page, signUpTitle);
  await typeInto(page, { Name: name, Email: email, Username: username, Password: password });
  await heading(page, `Welcome, ${name}`);
}

const signOut = (page: Page): Promise<unknown> => page.evaluate("client.signOut()");

describe.skipIf(!executablePath)("the screens, by the keyboard alone", () => {
  const visitor = setUp();

  test("sign up, sign out, and sign in by email address and by username", async () => {
    const person = newPerson();
    const page = await visitor.visit("/");
    await signUp(page, person);
    for (const identifier of [person.email, person.username]) {
      await signOut(page);
      await page.goto("/sign-in");
      await heading(page, signInTitle);
      await typeInto(page, { "Email or username": identifier, Password: person.password });
      await heading(page, `Welcome, ${person.name}`);
    }
  });

  test("a wrong password is shown at its field, which gets the focus; the input stays", async () => {
    const page = await visitor.visit("/sign-in");
    await heading(page, signInTitle);
    await typeInto(page, { "Email or username": "nobody@example.com", Password: "not the password" });
    await page.getByText("This email address and password do not match.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("password");
    await expect.poll(() => page.getByLabel("Email or username").inputValue()).toBe("nobody@example.com");
    await expect.poll(() => page.getByLabel("Password", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await page.keyboard.type("x");
    await expect.poll(() => page.locator("[aria-invalid=true]").count()).toBe(0);
  });

  test("a signed-out user gets to the screen that was asked for, and to no other site", async () => {
    const person = newPerson();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await signOut(page);
    await page.goto("/sign-in?redirect=/orders%3Fpage%3D2");
    await typeInto(page, { "Email or username": person.email, Password: person.password });
    await page.waitForURL("**/orders?page=2");
    for (const target of [
      "https://evil.example",
      "//evil.example",
      "/\\evil.example",
      "/.//evil.example",
      "/..//evil.example",
      "/%2e//evil.example",
      "/a/..//evil.example",
      "javascript:alert(1)",
    ]) {
      await page.goto(`/sign-in?redirect=${encodeURIComponent(target)}`);
      await page.waitForURL(`${visitor.server.url}/`);
    }
  });

  test("a forgotten password is replaced by the link of the email", async () => {
    const person = newPerson();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await signOut(page);
    await page.goto("/sign-in");
    await tabTo(page, "Forgot your password?");
    await page.keyboard.press("Enter");
    await heading(page, "Forgot your password?");
    await typeInto(page, { Email: person.email });
    await heading(page, "Check your email");
    const email = await visitor.server.mailbox.waitFor(person.email, { kind: "reset-password" });
    await page.goto(linkIn(email).href);
    await heading(page, "Choose a new password");
    expect(new URL(page.url()).search).toBe("");
    await page.reload();
    await heading(page, "Choose a new password");
    await typeInto(page, { "New password": "quite another password" });
    await heading(page, "Your new password is set");
    await tabTo(page, "Sign in");
    await page.keyboard.press("Enter");
    await heading(page, signInTitle);
    await typeInto(page, { "Email or username": person.email, Password: "quite another password" });
    await heading(page, `Welcome, ${person.name}`);
    await signOut(page);
    await page.goto(linkIn(email).href);
    await heading(page, "This link does not work");
  });

  test("the link of a verification email says so in the browser of its user", async () => {
    const person = newPerson();
    const page = await visitor.visit("/");
    await signUp(page, person);
    const email = await visitor.server.mailbox.waitFor(person.email, { kind: "verify-email" });
    await page.goto(linkIn(email).href);
    await heading(page, "Your address is verified");
    await expect.poll(() => page.url()).toBe(`${visitor.server.url}/verify-email`);
    const other = await visitor.visit("/verify-email?error=token_expired");
    await heading(other, "This link is too old");
  });

  test("a second factor is asked for: an app's code, an emailed one, and a backup code; a wrong one is told", async () => {
    const person = newPerson();
    const page = await visitor.visit("/");
    await signUp(page, person);
    const { data } = (await page.evaluate(
      (password) =>
        (window as never as { client: { twoFactor: { enable: (input: object) => unknown } } }).client.twoFactor.enable({
          password,
        }),
      person.password,
    )) as { data: { totpURI: string; backupCodes: string[] } };
    const secret = new URL(data.totpURI).searchParams.get("secret") ?? "";
    await page.evaluate(
      (code) =>
        (
          window as never as { client: { twoFactor: { verifyTotp: (input: object) => unknown } } }
        ).client.twoFactor.verifyTotp({ code }),
      authenticatorOf(secret).next(),
    );

    const begin = async (): Promise<void> => {
      await signOut(page);
      await page.goto("/sign-in?redirect=/orders");
      await heading(page, signInTitle);
      await typeInto(page, { "Email or username": person.email, Password: person.password });
      await heading(page, "One more step");
    };
    await begin();
    await typeInto(page, { Code: "000000" });
    await page.getByText("This code is wrong, or it was used before.").waitFor();
    await page.reload();
    await heading(page, "One more step");
    await tabTo(page, "Lost your phone? Use a backup code");
    await page.keyboard.press("Enter");
    await typeInto(page, { "Backup code": data.backupCodes[0]?.toLowerCase() ?? "" });
    await page.waitForURL(({ pathname }) => pathname === "/orders");
  });
});

describe.skipIf(!executablePath)("the field of a code", () => {
  const visitor = setUp();

  /** The codes of all calls. */
  async function given(page: Page): Promise<readonly string[]> {
    const codes: string[] = [];
    await intercept(page, "**/two-factor/verify-totp", (route) => {
      codes.push(route.request().postDataJSON().code);
      return route.fulfill({ status: 401, json: { code: "INVALID_CODE", message: "" } });
    });
    return codes;
  }

  const selectedLetters = (field: Element): number =>
    field instanceof HTMLInputElement ? Number(field.selectionEnd) - Number(field.selectionStart) : -1;

  test("submits by itself at the last digit, typed or pasted with blanks, and once per code", async () => {
    const page = await visitor.visit("/two-factor?methods=totp");
    await heading(page, "One more step");
    const codes = await given(page);
    const field = page.getByLabel("Code", { exact: true });
    await field.focus();
    await page.keyboard.type("12345");
    expect(codes).toEqual([]);
    await page.keyboard.type("6");
    await page.getByText("This code is wrong").waitFor();
    expect(codes).toEqual(["123456"]);

    // The wrong code is selected, each time.
    await expect.poll(() => field.evaluate(selectedLetters)).toBe(6);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(() => navigator.clipboard.writeText(" 654 321\n"));
    await page.keyboard.press("Control+V");
    await expect.poll(() => codes).toEqual(["123456", "654321"]);
    await expect.poll(() => field.evaluate(selectedLetters)).toBe(6);
    await page.keyboard.press("End");
    await page.keyboard.type("7");
    await expect.poll(() => field.inputValue()).toBe("654321");
    await field.fill("١٢٣ ٤٥٦");
    await expect.poll(() => codes).toEqual(["123456", "654321", "١٢٣٤٥٦"]);
  });

  test("takes the Enter after the last digit, wherever the focus is by then, and no further key", async () => {
    const page = await visitor.visit("/two-factor?methods=totp,backup-code");
    await heading(page, "One more step");
    await given(page);
    const other = page.getByRole("button", { name: "Lost your phone? Use a backup code" });
    await page.getByLabel("Code", { exact: true }).focus();
    await page.keyboard.type("123456");
    await other.focus();
    await page.keyboard.press("Enter");
    await page.getByText("This code is wrong").waitFor();
    await expect.poll(() => page.getByLabel("Backup code", { exact: true }).count()).toBe(0);
    await other.focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Backup code", { exact: true }).waitFor();
  });

  test("is one input with a cell for each digit, also at the narrowest width", async () => {
    const page = await visitor.visit("/two-factor?methods=totp", { viewport: { width: 320, height: 700 } });
    await heading(page, "One more step");
    await given(page);
    const field = page.getByLabel("Code", { exact: true });
    await expect.poll(() => field.getAttribute("inputmode")).toBe("numeric");
    await expect.poll(() => page.locator(".kh-cell").count()).toBe(6);
    await field.fill("12345");
    const next = page.locator(".kh-cell[data-next=true]");
    expect(await next.evaluate((cell) => [...(cell.parentElement?.children ?? [])].indexOf(cell))).toBe(5);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

describe.skipIf(!executablePath)("a sign-in screen", () => {
  const visitor = setUp();

  test("tells password managers and the browser what each field is", async () => {
    const page = await visitor.visit("/sign-in");
    await heading(page, signInTitle);
    const attributes = (label: string) =>
      page
        .getByLabel(label, { exact: true })
        .evaluate((input: HTMLInputElement) => [input.name, input.type, input.autocomplete]);
    await expect.poll(() => attributes("Email or username")).toEqual(["identifier", "text", "username webauthn"]);
    await expect.poll(() => attributes("Password")).toEqual(["password", "password", "current-password"]);
    await page.goto("/sign-up");
    await heading(page, signUpTitle);
    await expect.poll(() => attributes("Password")).toEqual(["password", "password", "new-password"]);
    await page.goto("/two-factor?methods=totp");
    await heading(page, "One more step");
    await expect.poll(() => attributes("Code")).toEqual(["code", "text", "one-time-code"]);
  });

  test("asks the server once for the session and once for its options, however many screens follow", async () => {
    const since = visitor.server.requests.length;
    const page = await visitor.visit("/sign-in");
    await heading(page, signInTitle);
    for (const [link, title] of [
      ["Create an account", signUpTitle],
      ["Sign in", signInTitle],
      ["Forgot your password?", "Forgot your password?"],
    ] as const) {
      await page.getByRole("link", { name: link, exact: true }).click();
      await heading(page, title);
    }
    const calls = visitor.server.requests.slice(since).filter((call) => !call.includes("/passkey/"));
    expect(calls.filter((call) => call === "GET /get-session")).toHaveLength(1);
    expect(calls.filter((call) => call === "GET /public-options")).toHaveLength(1);
    expect(calls).toHaveLength(2);
  });

  test("sends once, however often the button is pressed", async () => {
    const page = await visitor.visit("/sign-in");
    await heading(page, signInTitle);
    let calls = 0;
    const { promise: pressed, resolve } = Promise.withResolvers<void>();
    await intercept(page, "**/sign-in/email", async (route) => {
      calls += 1;
      await pressed;
      await route.continue();
    });
    await page.getByLabel("Email or username").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.keyboard.press("Enter");
    await page.getByText("Signing in…").waitFor();
    await page.locator("button[type=submit]").click({ force: true });
    await page.keyboard.press("Enter");
    resolve();
    await page.getByText("do not match").waitFor();
    expect(calls).toBe(1);
  });

  test("keeps the input without a connection, and works when it is back", async () => {
    const page = await visitor.visit("/sign-in");
    await heading(page, signInTitle);
    await page.getByLabel("Email or username").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.context().setOffline(true);
    await page.keyboard.press("Enter");
    await page.getByText("No connection to the server.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("No connection");
    await expect.poll(() => page.getByLabel("Email or username").inputValue()).toBe("nobody@example.com");
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("do not match").waitFor();
  });

  test("moves nothing after its first paint, and renders little", async () => {
    const page = await visitor.visit("/sign-in");
    await heading(page, signInTitle);
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const total = list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0);
        Object.assign(window, { shift: ((window as never as { shift?: number }).shift ?? 0) + total });
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.reload();
    await heading(page, signInTitle);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Enter your password.").waitFor();
    const { shift = 0, renders } = (await page.evaluate(
      "({ shift: globalThis.shift, renders: globalThis.renders })",
    )) as {
      shift?: number;
      renders: number;
    };
    expect(shift).toBeLessThanOrEqual(0.01);
    expect(renders).toBeLessThanOrEqual(8);
  });

  test("is left when the user signs in in another tab", async () => {
    const person = newPerson();
    const page = await visitor.visit("/sign-in");
    await heading(page, signInTitle);
    const other = await page.context().newPage();
    await other.goto("/sign-up");
    await heading(other, signUpTitle);
    await typeInto(other, {
      Name: person.name,
      Email: person.email,
      Username: person.username,
      Password: person.password,
    });
    await heading(page, `Welcome, ${person.name}`);
  });

  test("of a sign-up tells at a checkbox that it is required", async () => {
    const page = await visitor.visit("/sign-up-terms");
    await heading(page, signUpTitle);
    const person = newPerson();
    await typeInto(page, { Name: person.name, Email: person.email, Username: person.username });
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText("Accept the terms.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("terms");
  });

  test("can be used again after the browser has gone back to it", async () => {
    const page = await visitor.visit("/sign-in");
    await heading(page, signInTitle);
    await intercept(page, "**/sign-in/email", () => {}, { times: 1 });
    await page.getByLabel("Email or username").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.keyboard.press("Enter");
    await page.locator("form[aria-busy=true]").waitFor();
    // A browser restores the page from the cache, which the driver of the test disables.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("do not match").waitFor();
  });

  test("shows a known error of a provider as a sentence, and no other text of the URL", async () => {
    const page = await visitor.visit("/sign-in?error=access_denied&provider=google");
    await page.getByText("You denied access at Google, and no change was made.").waitFor();
    expect(new URL(page.url()).search).toBe("");
    await page.goto("/sign-in?error=Call+555&provider=google&error_description=Call+555");
    await page.getByText("The sign-in with Google failed. Try again.").waitFor();
    await expect.poll(() => page.getByText("555").count()).toBe(0);
  });
});
