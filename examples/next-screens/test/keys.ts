import type { Page } from "playwright-core";
import { expect } from "vitest";
import { tabTo } from "../../../tests/harness/keyboard.ts";

/** Waits for the screen with this heading, until React has started: the HTML of the server has it before. */
export async function heading(page: Page, name: string): Promise<void> {
  const found = page.getByRole("heading", { level: 1, name, exact: true });
  await found.waitFor();
  const isHydrated = (): Promise<boolean> =>
    found.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactFiber")));
  await expect.poll(isHydrated, { timeout: 15_000 }).toBe(true);
}

/** Waits for a status or a text. */
export const says = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

/** Goes to a button or a link by Tab, and presses Enter. */
export async function press(page: Page, name: string): Promise<void> {
  const [button, link] = [page.getByRole("button", { name }), page.getByRole("link", { name })];
  await button.or(link).first().waitFor();
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}

/** Opens a menu of the header, and chooses an item by the arrow keys. */
export async function choose(page: Page, menu: string, item: string): Promise<void> {
  await press(page, menu);
  const found = page.getByRole("menu").getByText(item, { exact: true });
  await found.waitFor();
  const isFocused = (): Promise<boolean> =>
    found.evaluate((element) => document.activeElement?.contains(element) === true && element !== document.body);
  for (let pressed = 0; pressed < 12 && !(await isFocused()); pressed += 1) await page.keyboard.press("ArrowDown");
  await expect.poll(() => isFocused()).toBe(true);
  await page.keyboard.press("Enter");
}

/** Presses the arrow keys in a field until it has a value: a list, or radio buttons. */
export async function pick(page: Page, label: string, value: string): Promise<void> {
  await tabTo(page, label, true);
  const present = (): Promise<string> =>
    page.evaluate(() => {
      const field = document.activeElement;
      if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.textContent ?? "";
      return field instanceof HTMLInputElement ? (field.labels?.[0]?.firstChild?.textContent ?? "") : "";
    });
  for (const key of ["ArrowDown", "ArrowUp"])
    for (let pressed = 0; pressed < 6 && (await present()) !== value; pressed += 1) await page.keyboard.press(key);
  await expect.poll(() => present()).toBe(value);
}
