// Prints what a user on a slow phone notices of the measured pages, after a build: `node examples/react-spa/test/print-speed.ts
// [runs]`. Each figure is the median. `CHROMIUM_PATH` is the path of Chromium, if Chromium is elsewhere.
import { chromium } from "playwright-core";
import { findChromium } from "../../../tests/harness/find-chromium.ts";
import type { Seen, Sum } from "../../../tests/harness/slow-phone.ts";
import { startDemo } from "./demo.ts";
import { figuresOf, type MeasuredPath, measuredPages } from "./speed.ts";

const runs = Number(process.argv[2] ?? 5);
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const demo = await startDemo();
const browser = await chromium.launch({ executablePath: findChromium().path ?? "", args: ["--no-sandbox"] });
try {
  for (const path of Object.keys(measuredPages) as MeasuredPath[]) {
    for (const width of [undefined, 1280]) {
      const all: Awaited<ReturnType<typeof figuresOf>>[] = [];
      for (let run = 0; run < runs; run += 1)
        all.push(await figuresOf(browser, demo, path, { isSlow: true, ...(width && { width }) }));
      const of = (name: keyof Seen | keyof Sum): number => median(all.map((figures) => figures[name]));
      console.log(
        `${path} ${width ?? "phone"}: FCP ${of("firstPaint").toFixed(0)} ms, LCP ${of("largestPaint").toFixed(0)} ms, CLS ${of("shift").toFixed(4)}, TBT ${of("blocking").toFixed(0)} ms, ${of("bytes")} bytes, ${of("requests")} requests`,
      );
    }
  }
} finally {
  await browser.close();
  await demo.stop();
}
