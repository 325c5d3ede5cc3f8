// Prints the table of docs/react-ui/speed.md, after a build: `node packages/react-ui/tests/print-figures.ts [runs]`. Each
// figure is the median of five runs. `CHROMIUM_PATH` is the path of Chromium, if Chromium is elsewhere.
import { availableParallelism } from "node:os";
import { chromium } from "playwright-core";
import { findChromium } from "../../../tests/harness/find-chromium.ts";
import { everyPlugin } from "./every-plugin.ts";
import { type Figures, figuresOf } from "./speed/figures.ts";
import { serveProduction } from "./speed/production.ts";
import { measuredScreens } from "./speed/screens.ts";
import { headOf, rowOf } from "./speed/table.ts";
import { startUIServer } from "./ui-server.ts";

const runs = Number(process.argv[2] ?? 5);

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const medians = (all: readonly Figures[]): Figures => {
  const of = (name: Exclude<keyof Figures, "violations">): number => median(all.map((figures) => figures[name]));
  return {
    firstPaint: of("firstPaint"),
    largestPaint: of("largestPaint"),
    blocking: of("blocking"),
    shift: of("shift"),
    press: of("press"),
    bytes: of("bytes"),
    requests: of("requests"),
    violations: [...new Set(all.flatMap(({ violations }) => violations))],
  };
};

const server = await startUIServer(everyPlugin, await serveProduction());
const executablePath = findChromium().path ?? "";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  console.log(`${runs} runs, ${availableParallelism()} cores, Chromium ${browser.version()}\n`);
  console.log(headOf());
  for (const [name, screen] of Object.entries(measuredScreens)) {
    const all: Figures[] = [];
    for (let run = 0; run < runs; run += 1) all.push(await figuresOf(browser, server, screen, true));
    console.log(rowOf(name, medians(all)));
  }
} finally {
  await browser.close();
  await server.close();
}
