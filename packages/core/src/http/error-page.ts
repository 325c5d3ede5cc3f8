import { escapeHtml } from "./escape.js";

const style = `
  :root { color-scheme: light dark; --ink: #1a1c20; --soft: #5d636e; --ground: #f6f7f9; --card: #fff; --line: #e3e6eb; --accent: #2f5bea; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #eceef2; --soft: #a0a7b4; --ground: #101216; --card: #181b21; --line: #2a2f38; --accent: #8ea8ff; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--ground);
    color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
  main { width: 100%; max-width: 26rem; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
  h1 { margin: 0 0 .5rem; font-size: 1.35rem; line-height: 1.25; }
  p { margin: 0 0 1.25rem; color: var(--soft); }
  code { color: var(--ink); font: .9rem ui-monospace, monospace; overflow-wrap: anywhere; }
  a { color: var(--accent); font-weight: 600; text-underline-offset: .2em; }
`;

/** The page a person lands on when something went wrong on the way, e.g. at a provider. */
export function errorPage(code: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Something went wrong</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Something went wrong</h1>
<p>Please go back and try again. If it keeps happening, tell us this code.</p>
<p>Error code: <code id="errorCode">${escapeHtml(code)}</code></p>
<a href="/">Return to Application</a>
</main>
</body>
</html>
`;
}
