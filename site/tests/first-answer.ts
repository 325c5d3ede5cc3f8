import type { Browser, Page } from "playwright-core";
import { measurePage, phoneWindow } from "../../tests/harness/slow-phone.ts";

/** Runs in the page: notes the first key, and the first frame with a result. */
function noteTimes(): void {
  const times: { key?: number; answer?: number } = {};
  Object.assign(window, { times });
  const note = (): void => {
    if (times.answer === undefined && document.querySelector(".VPLocalSearchBox .result"))
      requestAnimationFrame(() => {
        times.answer ??= performance.now();
      });
  };
  addEventListener(
    "keydown",
    () => {
      times.key ??= performance.now();
    },
    true,
  );
  new MutationObserver(note).observe(document, { childList: true, subtree: true });
}

/** Waits until the scripts of a page run. */
const isReady = (page: Page) => page.waitForFunction(() => "__vue_app__" in (document.querySelector("#app") ?? {}));

/** The milliseconds from the first key to the first result on a slow phone, on a page of the built site with an empty cache. */
export async function firstAnswer(browser: Browser, url: string, query: string): Promise<number> {
  const context = await browser.newContext({ baseURL: url, ...phoneWindow });
  try {
    const page = await context.newPage();
    const traffic = await measurePage(page, true);
    await page.addInitScript(noteTimes);
    await page.goto("/getting-started");
    await isReady(page);
    await traffic.quiet(1000);
    await page.keyboard.press("/");
    await page.locator("#localsearch-input").waitFor();
    await page.keyboard.type(query);
    await page.waitForFunction("globalThis.times.answer !== undefined", null, { timeout: 60_000 });
    return await page.evaluate<number>("globalThis.times.answer - globalThis.times.key");
  } finally {
    await context.close();
  }
}
