import type { Browser, Locator, Page } from "playwright-core";
import { violations } from "../../../../tests/harness/axe.ts";
import {
  measurePage,
  phone,
  phoneWindow,
  quietMilliseconds,
  type Seen,
  type Sum,
  seenIn,
} from "../../../../tests/harness/slow-phone.ts";
import type { UIServer } from "../ui-server.ts";
import type { MeasuredScreen } from "./screens.ts";

/** What users notice of a page. Times are in milliseconds. */
export interface Figures extends Seen, Sum {
  /** The rules of axe that the screen breaks after the press, with the elements. */
  readonly violations: readonly string[];
}

/** After this time, the browser has reported a press. */
const reportMilliseconds = 1000;

/** By the mouse alone: the checks of `click()` are work of the page, too. */
async function press(page: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2, y + height / 2);
}

/** Opens a page with an empty cache, waits for all answers, and presses a button. */
export async function figuresOf(
  browser: Browser,
  server: UIServer,
  screen: MeasuredScreen,
  isSlow: boolean,
): Promise<Figures> {
  const context = await browser.newContext({ baseURL: server.url, ...phoneWindow });
  try {
    const page = await context.newPage();
    await screen.prepare({ page, server });
    const traffic = await measurePage(page, isSlow);
    await page.goto(screen.path);
    await page.getByText(screen.shown).first().waitFor();
    await traffic.quiet(isSlow ? quietMilliseconds : quietMilliseconds / phone.cpuSlowdown);
    const loaded = { ...(await seenIn(page)), ...traffic.sum() };
    await press(page, screen.pressed(page));
    if (isSlow) await page.waitForTimeout(reportMilliseconds);
    const pressed = (await seenIn(page)).press;
    await page.getByText(screen.shownAfter).first().waitFor();
    return { ...loaded, press: pressed, violations: await violations(page) };
  } finally {
    await context.close();
  }
}
