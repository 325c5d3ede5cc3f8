import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { textColors } from "./text-colors.ts";

/** The only rule about colors, and the slowest rule. */
const colorRule = "color-contrast";

const onlyColors: RunOptions = { runOnly: [colorRule] };
/** Colors do not depend on the language. */
export const allButColors: RunOptions = { rules: { [colorRule]: { enabled: false } } };

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** In the middle of a transition a text has a color that no theme has. */
function endTransitions(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }
}

/** What axe finds in a page, a line for each element. */
export async function violations(page: Page, options: RunOptions = {}): Promise<readonly string[]> {
  // A page that has loaded no new document still has axe.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(source);
  await page.evaluate(endTransitions);
  // Details of the passed rules take as long as the run.
  const asked: RunOptions = { resultTypes: ["violations"], ...options };
  const results = await page.evaluate((given) => (window as unknown as { axe: typeof axe }).axe.run(given), asked);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** Checks many screens. */
export interface ScreenChecks {
  /** What axe finds in a screen, by every rule. */
  violations(page: Page, options?: RunOptions): Promise<readonly string[]>;
  /** Checks the screen by the rule about colors alone: another theme changes colors only. */
  colorViolations(page: Page, options?: RunOptions): Promise<readonly string[]>;
}

/**
 * Checks many screens with axe. The contrast of a text depends on its size, its color and what is behind it: the rule
 * about colors runs for a screen that has a combination of them which no screen without a fault had before.
 */
export function checkScreens(): ScreenChecks {
  const checked = new Set<string>();
  async function colorViolations(page: Page, options: RunOptions = {}): Promise<readonly string[]> {
    const colors = await page.evaluate(textColors);
    if (colors.every((color) => checked.has(color))) return [];
    const found = await violations(page, { ...options, ...onlyColors });
    if (found.length === 0) for (const color of colors) checked.add(color);
    return found;
  }
  return {
    colorViolations,
    async violations(page, options = {}) {
      const found = await violations(page, { ...options, ...allButColors });
      return [...found, ...(await colorViolations(page, options))];
    },
  };
}
