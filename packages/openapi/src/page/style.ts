/** The colors of core's pages: light and dark, each at least 4.5 to 1. */
export const style = `
  :root { color-scheme: light dark; --ink: #1a1c20; --soft: #5d636e; --ground: #f6f7f9; --card: #fff; --line: #e3e6eb; --accent: #2f5bea; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #eceef2; --soft: #a0a7b4; --ground: #101216; --card: #181b21; --line: #2a2f38; --accent: #8ea8ff; }
  }
  * { box-sizing: border-box; }
  html { scroll-padding-top: 1rem; }
  body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
  a { color: var(--accent); }
  code, .method { font: .9em ui-monospace, monospace; }
  .soft { color: var(--soft); font-weight: 400; }
  .skip { position: absolute; left: 1rem; top: -4rem; padding: .5rem 1rem; background: var(--card); }
  .skip:focus { top: .5rem; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
  nav, main { padding: 1.5rem clamp(1rem, 4vw, 3rem); }
  nav { border-bottom: 1px solid var(--line); }
  nav h2 { margin: 0 0 .5rem; font-size: 1rem; }
  nav ul { list-style: none; margin: 0; padding: 0; }
  nav li a { display: inline-block; padding: .125rem 0; }
  nav > ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
  nav ul ul { display: none; }
  main { max-width: 60rem; }
  h1 { margin: 0 0 .25rem; font-size: 1.75rem; line-height: 1.2; text-wrap: balance; }
  main h2 { margin: 3rem 0 1rem; font-size: 1.375rem; }
  h3 { margin: 0 0 .5rem; font-size: 1.0625rem; }
  h3 a { color: inherit; text-decoration: none; }
  h3 a:hover { text-decoration: underline; }
  h4 { margin: 1.25rem 0 .375rem; font-size: .9375rem; }
  p { margin: 0 0 .5rem; }
  article { margin: 0 0 1rem; padding: clamp(1rem, 3vw, 1.5rem); background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
  .method { display: inline-block; min-width: 2.75rem; color: var(--accent); font-weight: 700; }
  .facts { display: flex; flex-wrap: wrap; gap: .125rem 1.25rem; margin: 0; padding: 0; list-style: none; color: var(--soft); font-size: .875rem; }
  .scroll { overflow-x: auto; }
  table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
  caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  th, td { padding: .375rem .75rem .375rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
  thead th { border-top: 0; color: var(--soft); font-size: .8125rem; }
  tbody th:first-child { width: 38%; }
  td.status, thead th:first-child { white-space: nowrap; }
  td.status { width: 4rem; }
  details { margin-top: 1rem; }
  summary { width: fit-content; min-height: 1.75rem; color: var(--accent); cursor: pointer; }
  @media (min-width: 64rem) {
    body { display: grid; grid-template-columns: 20rem minmax(0, 1fr); }
    nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem; border: 0; border-right: 1px solid var(--line); font-size: .875rem; }
    nav > ul { display: block; }
    nav > ul > li { margin-bottom: 1rem; }
    nav > ul > li > a { color: var(--ink); font-weight: 600; text-decoration: none; }
    nav ul ul { display: block; }
    nav ul ul a { display: flex; align-items: baseline; gap: .375rem; color: var(--soft); text-decoration: none; }
    nav a:hover { text-decoration: underline; }
    nav .method { flex: none; }
  }
  @media print { nav { display: none; } article { break-inside: avoid; } }
`;
