import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.ts";
import { type Demo, startDemo } from "./demo.ts";
import { figuresOf, type MeasuredPath, measuredPages } from "./speed.ts";

const runs = 5;
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

describe.skipIf(!executablePath)("on a slow phone", () => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await startDemo();
  }, 120_000);
  afterAll(() => demo?.stop());

  test.each(Object.keys(measuredPages) as MeasuredPath[])(
    "%s has its largest paint within 1.2 seconds, and does not move",
    { timeout: 240_000 },
    async (path) => {
      const all: Awaited<ReturnType<typeof figuresOf>>[] = [];
      for (let run = 0; run < runs; run += 1)
        all.push(await figuresOf(await sharedBrowser(), demo, path, { isSlow: true }));
      expect(median(all.map(({ largestPaint }) => largestPaint))).toBeLessThan(1200);
      expect(Math.max(...all.map(({ shift }) => shift))).toBeLessThan(0.01);
    },
  );
});
