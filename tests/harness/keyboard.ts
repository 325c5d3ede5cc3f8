import type { Page } from "playwright-core";
import { expect } from "vitest";

const maxTabs = 25;
const controls = "a[href], button, input, select, textarea, summary, [tabindex]";

/** Presses Tab until the element whose name begins so has the focus; `onlyFields`: links and buttons do not count. */
export async function tabTo(page: Page, name: string, onlyFields = false): Promise<void> {
  // A page that still loads would have the element behind the focus. `waitForFunction` needs `eval`, which pages forbid.
  const isThere = () => page.evaluate(isNamed, { name, onlyFields, elements: controls }).catch(() => false);
  await expect.poll(isThere, { message: name, timeout: 15_000 }).toBe(true);
  for (let pressed = 0; pressed < maxTabs; pressed += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(isNamed, { name, onlyFields, elements: ":focus" })) return;
  }
  throw new Error(`${name} was not reached by Tab.`);
}

interface Sought {
  readonly name: string;
  readonly onlyFields: boolean;
  readonly elements: string;
}

/** In the page. The name is the label of a field, without its hints; else the accessible name or the text. */
function isNamed({ name, onlyFields, elements }: Sought): boolean {
  return [...document.querySelectorAll(elements)].some((element) => {
    const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
    const label = isField ? element.labels?.[0]?.firstChild?.textContent : undefined;
    if (label !== undefined) return label?.trim().startsWith(name) ?? false;
    if (onlyFields) return false;
    const copy = element.cloneNode(true) as Element;
    for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
    return (element.getAttribute("aria-label") ?? copy.textContent ?? "").trim().startsWith(name);
  });
}

/** Fills fields in their order by the keyboard alone, and presses Enter. */
export async function typeInto(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page, label, true);
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
}
