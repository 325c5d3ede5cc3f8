import type { Browser, CDPSession, Locator, Page } from "playwright-core";
import { violations } from "../../../../tests/harness/axe.ts";
import type { UIServer } from "../ui-server.ts";
import type { MeasuredScreen } from "./screens.ts";

/** The conditions of Lighthouse for a phone, in the units of the DevTools protocol. */
const phone = {
  cpuSlowdown: 4,
  network: {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1_000_000) / 8,
    uploadThroughput: (750 * 1000) / 8,
  },
} as const;

/** What users notice of a page. Times are in milliseconds. */
export interface Figures {
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blocking: number;
  readonly shift: number;
  readonly press: number;
  readonly bytes: number;
  readonly requests: number;
  /** The rules of axe that the screen breaks after the press, with the elements. */
  readonly violations: readonly string[];
}

/** The figures collected in the page. */
type Seen = Omit<Figures, "bytes" | "requests" | "violations">;

/** Runs in the page before the program. The browser reports no interaction below 16 ms. */
function observe(): void {
  const seen = { firstPaint: 0, largestPaint: 0, blocking: 0, shift: 0, press: 16 };
  Object.assign(window, { seen });
  const maxTaskMilliseconds = 50;
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; interactionId: number };
  function on(type: string, take: (entry: Entry) => void, rest = {}): void {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) take(entry);
    }).observe({ type, buffered: true, ...rest });
  }
  on("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") seen.firstPaint = startTime;
  });
  on("largest-contentful-paint", ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  on("longtask", ({ duration }) => {
    seen.blocking += Math.max(0, duration - maxTaskMilliseconds);
  });
  on("layout-shift", ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value;
  });
  const take = (entry: Entry): void => {
    if (entry.interactionId) seen.press = Math.max(seen.press, entry.duration);
  };
  on("event", take, { durationThreshold: 16 });
}

const seenIn = (page: Page): Promise<Seen> => page.evaluate("({ ...globalThis.seen })");

/** After this time, the browser has reported a press. */
const reportMilliseconds = 1000;

/** The time without a request after which no other request follows. */
const quietMilliseconds = 2000;

interface Traffic {
  sum(): Pick<Figures, "bytes" | "requests">;
  /** Resolves when no request was running for a time. */
  quiet(milliseconds: number): Promise<void>;
}

/** Counts the requests of a page, also those started later by the program. */
function watchTraffic(devtools: CDPSession): Traffic {
  let [bytes, requests, changedAt] = [0, 0, performance.now()];
  const running = new Set<string>();
  const change = (): void => {
    changedAt = performance.now();
  };
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.startsWith("http")) running.add(requestId);
    change();
  });
  devtools.on("Network.loadingFailed", ({ requestId }) => {
    running.delete(requestId);
    change();
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!running.delete(requestId)) return;
    bytes += encodedDataLength;
    requests += 1;
    change();
  });
  return {
    sum: () => ({ bytes, requests }),
    async quiet(milliseconds) {
      while (running.size > 0 || performance.now() - changedAt < milliseconds)
        await new Promise((resolve) => setTimeout(resolve, milliseconds / 10));
    },
  };
}

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
  const viewport = { width: 412, height: 823 };
  const context = await browser.newContext({ baseURL: server.url, locale: "en-US", viewport, isMobile: true });
  try {
    const page = await context.newPage();
    await screen.prepare({ page, server });
    await page.addInitScript(observe);
    const devtools = await context.newCDPSession(page);
    const traffic = watchTraffic(devtools);
    await devtools.send("Network.enable");
    await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
    if (isSlow) {
      await devtools.send("Network.emulateNetworkConditions", phone.network);
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: phone.cpuSlowdown });
    }
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
