const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

/** A piece of HTML in which every value stays text. */
export const html = (parts: TemplateStringsArray, ...values: readonly string[]): string =>
  String.raw({ raw: parts }, ...values.map(escapeHtml));

const style = `
  :root { color-scheme: light dark; --ink: #1c2420; --soft: #5b655f; --ground: #fffefb; --line: #e4e1d8; --accent: #17513f; --on-accent: #fff; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e9ede8; --soft: #a2ada6; --ground: #181f1c; --line: #2c3531; --accent: #8fd3b6; --on-accent: #0b1f17; }
  }
  body { max-width: 36rem; margin: 0; padding: 1.5rem; background: var(--ground); color: var(--ink);
    font: 1rem/1.6 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
  h1 { margin: 0 0 1rem; font: 500 1.6rem/1.2 "Iowan Old Style", Palatino, Georgia, serif; overflow-wrap: anywhere; }
  p { margin: 0 0 1.25rem; overflow-wrap: anywhere; }
  th, td { padding: .35rem 1.5rem .35rem 0; text-align: left; vertical-align: top; }
  th, .soft { color: var(--soft); font-weight: 400; font-size: .9rem; }
  .button { display: inline-block; padding: .7rem 1.2rem; border-radius: 8px; background: var(--accent); color: var(--on-accent);
    font-weight: 600; text-decoration: none; }
`;

/** A whole letter. Its links open beside the mail program. */
export const page = (body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Letter</title><base target="_blank"><style>${style}</style></head>
<body>${body}</body>
</html>
`;
