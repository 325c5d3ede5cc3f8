import type { Page } from "playwright-core";

const maxTabs = 25;

/** Presses Tab until the element whose name begins so has the focus; `onlyFields`: links and buttons do not count. */
export async function tabTo(page: Page, name: string, onlyFields = false): Promise<void> {
  for (let pressed = 0; pressed < maxTabs; pressed += 1) {
    await page.keyboard.press("Tab");
    if ((await nameOfFocus(page, onlyFields)).startsWith(name)) return;
  }
  throw new Error(`${name} was not reached by Tab.`);
}

/** The label of the field with the focus, without its hints; else the accessible name or the text. */
const nameOfFocus = async (page: Page, onlyFields: boolean): Promise<string> => {
  const name = await page.evaluate((isField) => {
    const focused = document.activeElement;
    const labels = focused instanceof HTMLInputElement || focused instanceof HTMLSelectElement ? focused.labels : null;
    if (labels?.[0]) return labels[0].firstChild?.textContent;
    if (isField || !focused || focused === document.body) return "";
    const copy = focused.cloneNode(true) as Element;
    for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
    return focused.getAttribute("aria-label") ?? copy.textContent;
  }, onlyFields);
  return name?.trim() ?? "";
};

/** Fills fields in their order by the keyboard alone, and presses Enter. */
export async function typeInto(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page, label, true);
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
}
