import { escapeHtml } from "./escape.js";

const style = `
  :root { color-scheme: light dark; --ink: #1a1c20; --soft: #5d636e; --ground: #f6f7f9; --card: #fff; --line: #e3e6eb; --accent: #2f5bea; --on-accent: #fff; --danger: #b42318; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #eceef2; --soft: #a0a7b4; --ground: #101216; --card: #181b21; --line: #2a2f38; --accent: #8ea8ff; --on-accent: #101216; --danger: #ff9d94; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100svh; display: grid; place-items: center; padding: 1.5rem 1rem; background: var(--ground);
    color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
  main { width: 100%; max-width: 28rem; padding: clamp(1.25rem, 6vw, 2.25rem); background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
  h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.25; }
  p, blockquote { margin: 0 0 1.25rem; color: var(--soft); }
  blockquote { padding: .125rem 0 .125rem 1rem; border-left: 3px solid var(--line); color: var(--ink); }
  code { color: var(--ink); font: .9em monospace; }
  form { display: grid; justify-items: start; gap: .25rem; }
  a, button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: .25rem 1.125rem; border: 0; border-radius: 10px;
    background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
  button.danger { background: var(--danger); }
  .cancel { margin-bottom: -.75rem; padding: 0; background: none; color: var(--accent); }
  a:hover, button:hover { text-decoration: underline; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
  @media (forced-colors: active) { a, button { border: 1px solid; } }
`;

/** An HTML page with a heading, for light and dark screens from 320 pixels. `main` is HTML: escape texts first. */
export const htmlPage = (heading: string, main: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(heading)}</h1>
${main}
</main>
</body>
</html>
`;
