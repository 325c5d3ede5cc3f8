import { currencyDigits } from "@keyhold/billing-schema/rules";
import { escapeHtml } from "../../identity-provider/page.js";
import { currencyOf } from "../data/currency.js";
import type { ProductRow } from "../data/rows.js";

export { escapeHtml };

const style = `
  :root { color-scheme: light dark; --soft: #5f5a73; --line: #dfdbec; --accent: #5638c7; --on-accent: #fff; }
  @media (prefers-color-scheme: dark) { :root { --soft: #b0abc4; --line: #363049; --accent: #b9a8ff; --on-accent: #17112b; } }
  body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
  *, ::before { box-sizing: border-box; }
  h1 { line-height: 1.2; }
  p, small { color: var(--soft); }
  a { color: var(--accent); }
  .narrow { max-width: 24rem; margin-inline: auto; }
  form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-block: 1rem; }
  .narrow form { display: grid; align-items: stretch; }
  label { display: grid; gap: .25rem; }
  [type=number] { width: 8rem; }
  input, select, button { min-height: 2.75rem; padding: 0 .75rem; border: 1px solid var(--soft); border-radius: 8px; background: transparent; color: inherit; font: inherit; }
  button { cursor: pointer; }
  .main { border-color: var(--accent); background: var(--accent); color: var(--on-accent); font-weight: 600; }
  .table { overflow-x: auto; }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: .5rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
  th { white-space: nowrap; }
  td { min-width: 6rem; }
  td form { margin: 0; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

/** A page of the provider. "narrow": a page with a single form, in a column. */
export const document = (title: string, body: string, width: "wide" | "narrow" = "wide"): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main class="${width}">
${body}
</main>
</body>
</html>
`;

/** An amount in the smallest unit of the currency of a product. */
export function money(amount: number, product: ProductRow): string {
  const currency = currencyOf(product);
  const digits = currencyDigits(currency);
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount / 10 ** digits);
}

/** A table with a heading. Cells are HTML. */
export function table(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return `<h2>${title}</h2><p>None yet.</p>`;
  const head = heads.map((name) => `<th scope="col">${name}</th>`).join("");
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`);
  return `<h2>${title}</h2><div class="table"><table><thead><tr>${head}</tr></thead><tbody>${lines.join("")}</tbody></table></div>`;
}
