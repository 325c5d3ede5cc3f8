import type { Page } from "playwright-core";
import type { UIServer } from "./ui-server.js";

/** What a flow has cost until the end. */
export interface Costs {
  /** The number of requests by method and path. */
  readonly requests: Readonly<Record<string, number>>;
  /** The renders that React has committed, in all pages of the flow. */
  readonly commits: number;
  /** The sum of all layout shifts that do not follow an input. */
  readonly shift: number;
}

/** Counts the costs of a page. */
export interface Measurement {
  /** Forgets all costs until now. */
  begin(): void;
  costs(): Promise<Costs>;
}

/** After this time, a store of the client has read a changed value again. */
const settledMilliseconds = 100;

/** Starts to count. The page must be empty; the page's program calls `committed()` for each render. */
export async function measure(page: Page, server: UIServer): Promise<Measurement> {
  let [since, commits, shift] = [0, 0, 0];
  await page.exposeFunction("committed", () => {
    commits += 1;
  });
  await page.exposeFunction("shifted", (value: number) => {
    shift += value;
  });
  await page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
    }
    const { shifted } = window as unknown as { shifted: (value: number) => void };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as LayoutShift[]) if (!hadRecentInput) shifted(value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  return {
    begin() {
      [since, commits, shift] = [server.requests.length, 0, 0];
    },
    async costs() {
      await page.evaluate((pause) => new Promise((resolve) => setTimeout(resolve, pause)), settledMilliseconds);
      const requests: Record<string, number> = {};
      for (const call of server.requests.slice(since)) {
        const route = call.replace(/(?<=\/reset-password\/).+/, ":token");
        requests[route] = (requests[route] ?? 0) + 1;
      }
      return { requests, commits, shift };
    },
  };
}
