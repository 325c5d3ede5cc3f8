import axe, { type RunOptions } from "axe-core";
import type { Page } from "playwright-core";

/** What axe finds in a page, a line for each element. */
export async function violations(page: Page, options: RunOptions = {}): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const results = await page.evaluate((given) => (window as unknown as { axe: typeof axe }).axe.run(given), options);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
