import { escapeHtml } from "./escape.js";

const style = `
  :root { color-scheme: light dark; --ink: #1a1c20; --soft: #5d636e; --ground: #f6f7f9; --card: #fff; --line: #e3e6eb; --accent: #2f5bea; --on-accent: #fff; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #eceef2; --soft: #a0a7b4; --ground: #101216; --card: #181b21; --line: #2a2f38; --accent: #8ea8ff; --on-accent: #101216; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; min-height: 100svh; display: grid; place-items: center; padding: 1.5rem 1rem; background: var(--ground);
    color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
  main { width: 100%; max-width: 28rem; padding: clamp(1.25rem, 6vw, 2.25rem); background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
  h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.25; text-wrap: balance; }
  p, blockquote { margin: 0 0 1.25rem; color: var(--soft); overflow-wrap: anywhere; }
  blockquote { padding: .125rem 0 .125rem 1rem; border-left: 3px solid var(--line); color: var(--ink); }
  code { color: var(--ink); font: .9em ui-monospace, monospace; }
  a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 1.125rem; border-radius: 10px;
    background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none; }
  a:hover { text-decoration: underline; }
  a:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
  @media (forced-colors: active) { a { border: 1px solid; } }
`;

/** What went wrong, as a link says it: anybody may have written that link. */
export interface ShownError {
  readonly code: string | undefined;
  /** A sentence, e.g. of a provider. */
  readonly description: string | undefined;
}

const longest = 200;

/** The page a person lands on when something went wrong on the way, e.g. at a provider. `home`: where the app is. */
export function errorPage({ code, description }: ShownError, home: string): string {
  const shownCode = (code ?? "").slice(0, longest).replace(/[^A-Za-z0-9_-]/g, "") || "unknown";
  const sentence = tidy(description ?? "");
  const quoted = sentence && `\n<p>It came with this message:</p>\n<blockquote>${escapeHtml(sentence)}</blockquote>`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Something went wrong</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Something went wrong</h1>
<p>Please go back and try again. If it keeps happening, tell us this code.</p>
<p>Error code: <code id="errorCode">${shownCode}</code></p>${quoted}
<a href="${escapeHtml(home)}">Return to Application</a>
</main>
</body>
</html>
`;
}

/** Text on one line: without control characters, and without those that turn the direction of what follows. */
const tidy = (text: string): string =>
  text
    .slice(0, longest)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
