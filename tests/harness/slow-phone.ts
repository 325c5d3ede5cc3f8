import type { CDPSession, Page } from "playwright-core";

/** The conditions of Lighthouse for a phone, in the units of the DevTools protocol. */
export const phone = {
  cpuSlowdown: 4,
  network: {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1_000_000) / 8,
    uploadThroughput: (750 * 1000) / 8,
  },
} as const;

/** The window of a phone, for a new context of the browser. */
export const phoneWindow = { viewport: { width: 412, height: 823 }, locale: "en-US", isMobile: true } as const;

/** What the browser measures itself. Times are in milliseconds. */
export interface Seen {
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blocking: number;
  readonly shift: number;
  readonly press: number;
}

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

/** The figures of a page until now. */
export const seenIn = (page: Page): Promise<Seen> => page.evaluate("({ ...globalThis.seen })");

/** The time without a request after which no other request follows. */
export const quietMilliseconds = 2000;

/** The responses of a page, and their bytes with headers. */
export interface Sum {
  readonly bytes: number;
  readonly requests: number;
}

export interface Traffic {
  sum(): Sum;
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

/** Prepares a page for a measured load: an empty cache, the figures, and the slow phone if `isSlow`. */
export async function measurePage(page: Page, isSlow: boolean): Promise<Traffic> {
  await page.addInitScript(observe);
  const devtools = await page.context().newCDPSession(page);
  const traffic = watchTraffic(devtools);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  if (!isSlow) return traffic;
  await devtools.send("Network.emulateNetworkConditions", phone.network);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: phone.cpuSlowdown });
  return traffic;
}
