import axe, { type RunOptions } from "axe-core";
import type { Page } from "playwright-core";

/** The only rule about colors. It takes most of the time, and needs a run in each theme, but not in each language. */
const colorRule = "color-contrast";

/** Colors depend on the theme, not on the language. */
export const onlyColors: RunOptions = { runOnly: [colorRule] };
export const allButColors: RunOptions = { rules: { [colorRule]: { enabled: false } } };

/** What axe finds in a page, a line for each element. */
export async function violations(page: Page, options: RunOptions = {}): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  // Details of the passed rules take as long as the run.
  const asked: RunOptions = { resultTypes: ["violations"], ...options };
  const results = await page.evaluate((given) => (window as unknown as { axe: typeof axe }).axe.run(given), asked);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
