import { callbackCodes } from "@keyhold/social";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { intercept } from "../../../tests/harness/chromium.ts";
import { cancel, comeByExampleId, denial, goToExampleId, introduce } from "./example-id.ts";
import {
  countEmails,
  errorAt,
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
  signUpConfirmed,
  tabTo,
} from "./test-user.ts";

const unconfirmed = (page: Page): Promise<number> => page.getByText("Verify your email address.").count();

describe.skipIf(!executablePath)("with Example ID", () => {
  const visitor = setUp();

  test("a user signs up, and in again in another browser", async () => {
    const person = newUser();
    const page = await visitor.visit("/sign-up");
    await goToExampleId(page);
    await introduce(page, person);
    await heading(page, `Welcome, ${person.name}`);
    await expect.poll(() => page.url()).toBe(`${visitor.demo.url}/`);
    await expect.poll(() => unconfirmed(page)).toBe(0);
    await expect.poll(() => countEmails(page, person.email, messages.confirm[0])).toBe(0);

    const elsewhere = await visitor.visit("/");
    await comeByExampleId(elsewhere, person);
    await heading(elsewhere, `Welcome, ${person.name}`);
    const notice = await openEmail(elsewhere, person.email, messages.signIn[0]);
    await notice.getByText("with Chrome on Linux, with Example ID.").waitFor();
    await page.reload();
    await heading(page, `Welcome, ${person.name}`);
  });

  test("it works by keyboard alone", async () => {
    const page = await visitor.visit("/sign-in");
    await heading(page, "Sign in to Keyhold example");
    await tabTo(page, "Continue with Example ID");
    await page.keyboard.press("Enter");
    await heading(page, "Sign in with Example ID");
    await tabTo(page, "Grace Hopper");
    await page.keyboard.press("Enter");
    await heading(page, "Welcome, Grace Hopper");
  });

  test("a user who requested a screen continues there", async () => {
    const page = await visitor.visit("/account/devices");
    await heading(page, "Sign in to Keyhold example");
    await goToExampleId(page);
    await introduce(page, newUser());
    await heading(page, "Devices");
    await expect.poll(() => page.url()).toBe(`${visitor.demo.url}/account/devices`);
  });

  test("a user who denies access returns to the screen with an explanation, and may try again", async () => {
    const page = await visitor.visit("/account/devices");
    await goToExampleId(page);
    await cancel(page);
    await heading(page, "Sign in to Keyhold example");
    await denial(page, "You denied access at Example ID, and no change was made.");
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[role=alert]") !== null)).toBe(true);
    await expect.poll(() => page.url()).toBe(`${visitor.demo.url}/account/devices`);
    await page.reload();
    await denial(page, "You denied access at Example ID");
    await goToExampleId(page);
    await introduce(page, newUser());
    await heading(page, "Devices");
    await expect.poll(() => page.getByText("You denied access").count()).toBe(0);
  });

  test("a user with an unverified email address is signed in, and asked to confirm it", async () => {
    const page = await visitor.visit("/sign-in");
    await goToExampleId(page);
    await page.getByRole("button", { name: "Alan Turing alan@example.com not verified" }).click();
    await heading(page, "Welcome, Alan Turing");
    await expect.poll(() => unconfirmed(page)).toBe(1);
    const confirmed = await followEmail(page, "alan@example.com", ...messages.confirm);
    await heading(confirmed, "Welcome, Alan Turing");
    await expect.poll(() => unconfirmed(confirmed)).toBe(0);
    await signOut(page);
    await page.goto("/sign-in");
    await goToExampleId(page);
    await page.getByRole("button", { name: /Alan Turing/ }).click();
    await heading(page, "Welcome, Alan Turing");
    await expect.poll(() => unconfirmed(page)).toBe(0);
  });

  test("an unverified email address of the provider does not sign in to its existing account", async () => {
    const person = newUser();
    await signUp(await visitor.visit("/"), person);
    const page = await visitor.visit("/");
    await comeByExampleId(page, person, false);
    await heading(page, "Sign in to Keyhold example");
    await denial(page, /already has an account here.*then link Example ID in your account settings/);
    await page.goto("/");
    await heading(page, "Sign-in that lives in your own app");
  });

  test("an email address that both sides have verified signs in to its existing account", async () => {
    const person = newUser();
    await signUpConfirmed(await visitor.visit("/"), person);
    const page = await visitor.visit("/");
    await comeByExampleId(page, { ...person, name: "Another name" });
    await heading(page, `Welcome, ${person.name}`);
    await signOut(page);
    await signIn(page, person.email, person.password);
    await heading(page, `Welcome, ${person.name}`);
  });

  test("the owner of an email address claims the account that another user created with it", async () => {
    const person = newUser();
    const intruder = await visitor.visit("/");
    await signUp(intruder, person);
    const page = await visitor.visit("/");
    await comeByExampleId(page, person);
    await heading(page, `Welcome, ${person.name}`);
    await intruder.reload();
    await heading(intruder, "Sign-in that lives in your own app");
    await signIn(intruder, person.email, person.password);
    await errorAt(intruder, "Password", /do not match/);
  });
});

describe.skipIf(!executablePath)("on the way to a provider", () => {
  const visitor = setUp();

  test("the button is busy, and sends one request", async () => {
    const page = await visitor.visit("/sign-in");
    let calls = 0;
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await intercept(page, "**/sign-in/social", async (route) => {
      calls += 1;
      await asked;
      await route.continue();
    });
    await page.getByRole("button", { name: "Continue with Example ID" }).click();
    const busy = page.getByRole("button", { name: "Opening Example ID…" });
    await busy.waitFor();
    await expect.poll(() => busy.getAttribute("aria-disabled")).toBe("true");
    await busy.click({ force: true });
    answer();
    await heading(page, "Sign in with Example ID");
    expect(calls).toBe(1);
  });

  test('after "back" in the browser the button works', async () => {
    const page = await visitor.visit("/sign-in");
    await intercept(page, "**/sign-in/social", (route) =>
      route.fulfill({ json: { url: "/sign-in", redirect: false } }),
    );
    await page.getByRole("button", { name: "Continue with Example ID" }).click();
    await page.getByRole("button", { name: "Opening Example ID…" }).waitFor();
    await page.unroute("**/sign-in/social");
    // A browser restores the page from its cache, which the test's driver disables.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await goToExampleId(page);
  });

  test("a failed request shows an error, and a retry works", async () => {
    const page = await visitor.visit("/sign-in");
    const unavailable = { status: 503, json: { code: "SERVICE_UNAVAILABLE", message: "" } };
    await intercept(page, "**/sign-in/social", (route) => route.fulfill(unavailable), { times: 1 });
    await page.getByRole("button", { name: "Continue with Example ID" }).click();
    await denial(page, "Example ID cannot be reached right now. Try again in a moment.");
    await expect.poll(() => page.locator(":focus").textContent()).toContain("cannot be reached");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Continue with Example ID" }).click();
    await denial(page, "No connection to the server.");
    await page.context().setOffline(false);
    await goToExampleId(page);
  });
});

describe.skipIf(!executablePath)("on the way back", () => {
  const visitor = setUp();

  test("each error has its own sentence, with the name of the provider or none", async () => {
    const page = await visitor.visit("/");
    for (const code of [...callbackCodes, "access_denied", "temporarily_unavailable", "too_many_requests"]) {
      await page.goto(`/sign-in?error=${code}&provider=example`);
      const text = (await page.locator(".kh-summary, .summary").textContent()) ?? "";
      expect(text, code).toMatch(/^[A-Z].+[.]$/);
      expect(text, code).not.toMatch(/_|undefined|the provider/);
    }
  });

  test("an unknown error is shown with its code if it has the form of one", async () => {
    const page = await visitor.visit("/sign-in?error=no_such_code&provider=nobody");
    await denial(page, "The sign-in with the provider failed (no_such_code).");
    await page.goto("/sign-in?error=<b>Call+555</b>&provider=example");
    await denial(page, "The sign-in with Example ID failed. Try again.");
    await expect.poll(() => page.getByText("555").count()).toBe(0);
  });

  test("a finished flow is not repeated: signed in it ends at the same page, signed out it fails", async () => {
    const person = newUser();
    const page = await visitor.visit("/sign-in");
    await goToExampleId(page);
    const [request] = await Promise.all([
      page.waitForRequest("**/api/auth/callback/example?*"),
      introduce(page, person),
    ]);
    await heading(page, `Welcome, ${person.name}`);
    await page.goto(request.url());
    await heading(page, `Welcome, ${person.name}`);
    await signOut(page);
    await page.goto(request.url());
    await heading(page, "Sign in to Keyhold example");
    await denial(page, /[Ss]tart again\./);
    const elsewhere = await visitor.visit("/");
    await elsewhere.goto(request.url());
    await heading(elsewhere, "Sign in to Keyhold example");
  });
});
