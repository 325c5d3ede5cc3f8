import type { Person } from "./dialect.js";

/** What somebody is asked before they are sent back. */
export interface Asked {
  readonly provider: string;
  /** The app that asks, e.g. "app.example.com". */
  readonly app: string;
  readonly people: readonly Person[];
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const style = `
  :root { color-scheme: light dark; --ink: #1b1a22; --soft: #625f70; --ground: #f4f3f8; --card: #fff; --line: #e2e0ea; --accent: #5b3fd1; --on-accent: #fff; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #efedf6; --soft: #aaa6ba; --ground: #121118; --card: #1b1a23; --line: #33303f; --accent: #b3a1ff; --on-accent: #15131c; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100svh; display: grid; place-items: center; padding: 1.5rem 1rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
  main { width: 100%; max-width: 25rem; padding: clamp(1.25rem, 6vw, 2rem); background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
  h1 { margin: 0 0 .25rem; font-size: 1.375rem; line-height: 1.25; text-wrap: balance; }
  p { margin: 0 0 1.25rem; color: var(--soft); }
  form { display: grid; gap: .75rem; margin: 0 0 .75rem; }
  label { display: grid; gap: .25rem; font-weight: 600; }
  label.check { grid-template-columns: auto 1fr; align-items: center; gap: .625rem; font-weight: 400; min-height: 2.75rem; }
  input:not([type=checkbox]) { min-height: 2.75rem; padding: 0 .75rem; border: 1px solid var(--soft); border-radius: 10px; background: transparent; color: inherit; font: inherit; }
  input[type=checkbox] { width: 1.25rem; height: 1.25rem; accent-color: var(--accent); }
  button { display: flex; flex-direction: column; justify-content: center; align-items: start; width: 100%; min-height: 3.25rem; padding: .375rem 1rem; border: 1px solid var(--line); border-radius: 10px; background: transparent; color: inherit; font: inherit; text-align: start; cursor: pointer; }
  button span { color: var(--soft); font-size: .875rem; overflow-wrap: anywhere; }
  button:hover { border-color: var(--accent); }
  button.main { align-items: center; background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
  button.quiet { align-items: center; min-height: 2.75rem; border-color: transparent; color: var(--soft); }
  summary { min-height: 2.75rem; display: flex; align-items: center; cursor: pointer; font-weight: 600; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

/** The page on which somebody says who they are and whether the app may know. Its forms post to its own address. */
export function consentPage({ provider, app, people }: Asked): string {
  const known = people.map(personForm).join("\n");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in with ${escapeHtml(provider)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Sign in with ${escapeHtml(provider)}</h1>
<p>${escapeHtml(app)} will learn your name and address. This provider is made up: choose anybody.</p>
${known}
<details>
<summary>Somebody else</summary>
<form method="post">
<label>Name<input name="name" required maxlength="80" autocomplete="off"></label>
<label>Address<input name="email" type="email" required maxlength="120" autocomplete="off"></label>
<label class="check"><input name="email_verified" type="checkbox" value="true" checked>The provider has proof of this address</label>
<button class="main">Continue</button>
</form>
</details>
<form method="post"><input type="hidden" name="decision" value="deny"><button class="quiet">Cancel</button></form>
</main>
</body>
</html>
`;
}

const personForm = ({ subject, name, email }: Person): string =>
  `<form method="post"><input type="hidden" name="subject" value="${escapeHtml(subject)}">` +
  `<button>${escapeHtml(name)}<span>${escapeHtml(email ?? "no address")}</span></button></form>`;

/** What a browser gets that is sent back by a form, as Apple does it. */
export function formPostPage(redirectUri: string, parameters: URLSearchParams): string {
  const fields = [...parameters].map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<!DOCTYPE html><html lang="en"><title>Continue</title><body onload="document.forms[0].submit()">
<form method="post" action="${escapeHtml(redirectUri)}">${fields.join("")}<button>Continue</button></form></body></html>`;
}
