import { linkIn } from "@keyhold/testing";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { checkScreens } from "../../../tests/harness/axe.ts";
import { intercept } from "../../../tests/harness/chromium.ts";
import { tabTo, typeInto } from "../../../tests/harness/keyboard.ts";
import { expectGoodLook, narrow } from "./checked-look.js";
import { type At, call, createOrganization, createPerson, signInAs } from "./every-plugin.js";
import { asksForPassword, setUpMachines } from "./machines.js";
import { executablePath, heading } from "./pages.js";

const path = "/api-keys";
const row = (page: Page, name: string) => page.locator(".kh-list > li").filter({ hasText: name });
const keyPattern = /^tea_[A-Za-z0-9]{59}$/;

interface Made {
  readonly id: string;
  readonly key: string;
}
const make = (at: At, given: object): Promise<Made> => call<Made>(at, "/api-key/create", given);

/** All that the page keeps: the document, the URL, storages and the state of the history. */
const keptIn = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll("input")].map(({ value }) => value),
      location.href,
      JSON.stringify(history.state),
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      document.cookie,
    ].join("\n"),
  );

describe.skipIf(!executablePath)("the screen of API keys", () => {
  const { visitor, visitAs } = setUpMachines();

  test("creates a key by the keyboard alone, shows it once, copies it, and keeps it nowhere", async () => {
    const { page, person } = await visitAs("/account");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator("main .kh-rows a").filter({ hasText: "For programs that call this app" }).waitFor();
    await tabTo(page, "API keys");
    await page.keyboard.press("Enter");
    await heading(page, "API keys");
    await page.getByText("There are no keys yet.").waitFor();
    await tabTo(page, "Name", true);
    await page.keyboard.type("deploy");
    await tabTo(page, "Works for", true);
    await page.keyboard.press("ArrowUp");
    await tabTo(page, "files: read", true);
    await page.keyboard.press("Space");
    await tabTo(page, "Create key");
    await page.keyboard.press("Enter");
    await page.getByText("The key is shown only this once.").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Copy your new key");
    const key = (await page.locator(".kh-secret code").textContent()) ?? "";
    expect(key).toMatch(keyPattern);
    await tabTo(page, "Copy the key");
    await page.keyboard.press("Enter");
    await page.getByText("Copied.", { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    // The form is not there: no second key takes the place of the first key.
    expect(await page.getByRole("button", { name: "Create key" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await tabTo(page, "I have stored it");
    await page.keyboard.press("Enter");
    await row(page, "deploy").getByText("files: read", { exact: true }).waitFor();
    await row(page, "deploy").getByText("Active").waitFor();
    await row(page, "deploy")
      .getByText(/^Created now, not used yet$/)
      .waitFor();
    await row(page, "deploy")
      .locator("code")
      .getByText(/^tea_\w{10}…$/)
      .waitFor();
    await row(page, "deploy")
      .getByText(/^Expires \w/)
      .waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.textContent.slice(0, 60)")).toBe("Keys");
    const isKept = async () => (await keptIn(page)).includes(key.slice(14));
    expect(await isKept()).toBe(false);
    await page.goBack();
    await heading(page, `Welcome, ${person.name}`);
    await page.goForward();
    await row(page, "deploy").waitFor();
    expect(await isKept()).toBe(false);
  });

  test("rotates a key with an overlap, and says until when the previous key works", async () => {
    const at = await visitAs("about:blank");
    const { key } = await make(at, { name: "nightly" });
    await at.page.goto(path);
    await at.page.getByRole("button", { name: "Manage nightly" }).click();
    await at.page.getByRole("button", { name: "Rotate", exact: true }).click();
    await at.page.getByRole("dialog").getByRole("heading", { name: "Rotate nightly?" }).waitFor();
    expect(await at.page.getByLabel("The old key still works for").locator("option").allTextContents()).toEqual([
      "Not at all",
      "1 hour",
      "1 day",
      "7 days",
    ]);
    await at.page.getByLabel("The old key still works for").selectOption({ label: "1 day" });
    await intercept(at.page, "**/api-key/rotate", (route) => route.fulfill(asksForPassword), { times: 1 });
    await at.page.getByRole("button", { name: "Rotate key" }).click();
    await at.page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(at.person.password);
    await at.page.keyboard.press("Enter");
    await at.page.getByText("The previous key works until").waitFor();
    const next = (await at.page.locator(".kh-secret code").textContent()) ?? "";
    expect(next).toMatch(keyPattern);
    expect(next).not.toBe(key);
    await at.page.getByRole("button", { name: "I have stored it" }).click();
    await row(at.page, "nightly").getByText("The previous key works until").waitFor();
  });

  test("disables, enables and deletes a key, after a question", async () => {
    const at = await visitAs("about:blank");
    await make(at, { name: "old robot" });
    await at.page.goto(path);
    const manage = async (action: string) => {
      await at.page.getByRole("button", { name: "Manage old robot" }).click();
      await at.page.getByRole("dialog").getByRole("button", { name: action, exact: true }).click();
    };
    await manage("Disable");
    await at.page.getByText("old robot is disabled.").waitFor();
    await row(at.page, "old robot").getByText("Disabled", { exact: true }).waitFor();
    await manage("Enable");
    await at.page.getByText("old robot works again.").waitFor();
    await row(at.page, "old robot").getByText("Active", { exact: true }).waitFor();
    await manage("Delete");
    await at.page.getByText("Programs with this key stop working.").waitFor();
    await at.page.getByRole("button", { name: "Keep it" }).click();
    await at.page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await at.page.getByRole("button", { name: "Delete key" }).click();
    await at.page.getByText("The key is deleted.").waitFor();
    await at.page.getByText("There are no keys yet.").waitFor();
    await expect.poll(() => at.page.evaluate("document.activeElement.textContent.slice(0, 60)")).toBe("Keys");
  });

  test("says why a key was not created, keeps the input, and asks again without a connection", async () => {
    const { page } = await visitAs(path);
    await page.getByRole("button", { name: "Create key" }).waitFor();
    const answer = (code: string, status: number) =>
      intercept(page, "**/api-key/create", (route) => route.fulfill({ status, json: { code, message: "" } }), {
        times: 1,
      });
    await answer("API_KEY_LIMIT_REACHED", 403);
    await typeInto(page, { Name: "one more" });
    await page.getByText("There are as many keys as the app allows").waitFor();
    await answer("INVALID_NAME_LENGTH", 400);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Use 1 to 32 characters.").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.name")).toBe("name");
    expect(await page.getByLabel("Name").inputValue()).toBe("one more");
    const fault = { status: 400, json: { code: "SOME_ERROR", message: "" } };
    await page.route("**/api-key/list*", (route) => route.fulfill(fault), { times: 1 });
    await page.reload();
    await page.getByText("The API keys could not be loaded").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("There are no keys yet.").waitFor();
  });

  test("shows each name well, says the state of each key, and shows further keys on request", async () => {
    const at = await visitAs("about:blank");
    const names = ["<b>bold</b>", "\u202Eright to left", "مفتاح النشر", "2026-01-31", "🫖".repeat(16), " \u200B "];
    for (const name of names) await make(at, { name });
    for (let count = names.length; count < 22; count += 1) await make(at, { name: `key ${count}` });
    const { page } = at;
    await page.goto(path);
    await row(page, "key 21").waitFor();
    expect(await page.locator(".kh-list > li").count()).toBe(20);
    await page.getByRole("button", { name: "Show more" }).click();
    await row(page, "<b>bold</b>").waitFor();
    expect(await page.locator(".kh-list > li").count()).toBe(22);
    await row(page, "Key without a name").waitFor();
    expect(await page.locator(".kh-list b").count()).toBe(0);
    expect(await page.locator(".kh-list").textContent()).not.toContain("\u202E");
    await page.getByRole("button", { name: "Manage right to left" }).waitFor();
  });

  test("of an organization is shown to members who may, and to no other", async () => {
    const at = await visitAs("about:blank");
    const { id: organizationId, name } = await createOrganization(at);
    await make(at, { name: "of the shop", organizationId });
    await at.page.goto("/organization");
    await at.page.getByRole("link", { name: "API keys" }).click();
    await at.page.getByText(`For programs that call this app for ${name}.`).waitFor();
    await row(at.page, "of the shop").waitFor();
    const member = await createPerson();
    await call(at, "/organization/invite-member", { email: member.email, role: "member", organizationId });
    const invitation = await at.server.mailbox.waitFor(member.email);
    const token = new URL(linkIn(invitation).href).searchParams.get("token");
    await call(at, "/sign-out", {});
    await signInAs(at, member);
    await call(at, "/organization/accept-invitation", { token });
    await at.page.goto("/organization");
    await heading(at.page, name);
    await at.page.locator("main .kh-rows a").filter({ hasText: "Members" }).waitFor();
    expect(await at.page.getByRole("link", { name: "API keys" }).count()).toBe(0);
    await at.page.goto("/api-keys/organization");
    await at.page.getByText("You may not see the API keys of this organization.").waitFor();
  });

  test.each(["en", "ar"] as const)(
    "in %s passes axe, and does not scroll sideways from 320 pixels on",
    async (language) => {
      const at = await visitAs("about:blank");
      await at.page.emulateMedia({ reducedMotion: "reduce" });
      await at.page.setViewportSize(narrow);
      await at.page.context().addCookies([{ name: "lang", value: language, url: visitor.server.url }]);
      const checks = checkScreens();
      await at.page.goto(path);
      await at.page.locator("main form").waitFor();
      await expectGoodLook(at.page, checks, { name: "no keys", language });
      await make(at, { name: "W".repeat(32), permissions: { files: ["read", "write"], orders: ["read"] } });
      await at.page.goto(path);
      await at.page.locator(".kh-list li").waitFor();
      await expectGoodLook(at.page, checks, { name: "a key", language });
      await at.page.locator(".kh-list li button").click();
      await at.page.getByRole("dialog").waitFor();
      await expectGoodLook(at.page, checks, { name: "manage", language });
      await at.page.locator("dialog button").first().click();
      await at.page.locator("dialog select").waitFor();
      await expectGoodLook(at.page, checks, { name: "rotate", language });
      await at.page.locator("dialog form button").click();
      await at.page.locator(".kh-secret").waitFor();
      await expectGoodLook(at.page, checks, { name: "shown once", language });
    },
  );
});
