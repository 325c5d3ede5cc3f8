import type { Browser, Page } from "playwright-core";
import {
  measurePage,
  phoneWindow,
  quietMilliseconds,
  type Seen,
  type Sum,
  seenIn,
} from "../../../tests/harness/slow-phone.ts";
import type { Demo } from "./demo.ts";

/** The measured pages of the example, by their paths. */
export const measuredPages = {
  "/": { isMerchant: false, shown: "What to try first" },
  "/shop": { isMerchant: true, shown: "Newest orders" },
} as const;

export type MeasuredPath = keyof typeof measuredPages;

/** Signs in as a guest, at the full speed of this computer. */
async function enterAsMerchant(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Look around as a merchant" }).click();
  await page.getByText("Newest orders").first().waitFor();
  await page.goto("about:blank");
}

/** Opens a page with an empty cache, and waits for its answers. */
export async function figuresOf(
  browser: Browser,
  { url }: Pick<Demo, "url">,
  path: MeasuredPath,
  { isSlow, width }: { readonly isSlow: boolean; readonly width?: number },
): Promise<Seen & Sum> {
  const window = width ? { viewport: { width, height: 823 }, locale: "en-US" } : phoneWindow;
  const context = await browser.newContext({ baseURL: url, ...window });
  try {
    const page = await context.newPage();
    if (measuredPages[path].isMerchant) await enterAsMerchant(page);
    const traffic = await measurePage(page, isSlow);
    await page.goto(path);
    await page.getByText(measuredPages[path].shown).first().waitFor();
    await traffic.quiet(quietMilliseconds / 2);
    return { ...(await seenIn(page)), ...traffic.sum() };
  } finally {
    await context.close();
  }
}
