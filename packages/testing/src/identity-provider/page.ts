import type { Person } from "./dialect.js";

/** The data of the consent page. */
export interface Asked {
  readonly provider: string;
  /** The name of the app, e.g. "app.example.com". */
  readonly app: string;
  readonly people: readonly Person[];
}

/** Text for an element or an attribute of HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const style = `
  :root { color-scheme: light dark; --ink: #1d1a2b; --soft: #5f5a73; --ground: #f1eff8; --card: #fff; --line: #dfdbec; --wash: #f5f2ff; --accent: #5638c7; --on-accent: #fff; --warn: #8a4b08; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #efedf7; --soft: #b0abc4; --ground: #100e17; --card: #1a1725; --line: #363049; --wash: #241f38; --accent: #b9a8ff; --on-accent: #17112b; --warn: #f0b46c; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100svh; display: grid; place-items: center; padding: 1.5rem 1rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
  main { width: 100%; max-width: 27rem; padding: clamp(1.25rem, 6vw, 2.25rem); background: var(--card); border: 1px solid var(--line); border-radius: 20px; }
  .mark { display: block; width: 3rem; margin-bottom: 1.25rem; fill: var(--accent); }
  h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.2; letter-spacing: -.01em; text-wrap: balance; }
  p { margin: 0 0 1.5rem; color: var(--soft); }
  b { color: var(--ink); }
  ul { margin: 0; padding: 0; list-style: none; border-block: 1px solid var(--line); }
  li + li { border-top: 1px solid var(--line); }
  button { width: 100%; min-height: 2.75rem; padding: .5rem 1rem; border: 0; border-radius: 10px; background: none; color: inherit; font: inherit; cursor: pointer; }
  .person { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .125rem .875rem; align-items: center; padding: .75rem .5rem; border-radius: 0; text-align: start; }
  .person:hover { background: var(--wash); }
  .face { grid-row: 1 / 3; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%; background: var(--wash); color: var(--accent); font-size: .875rem; font-weight: 700; }
  .name { align-self: end; font-weight: 600; line-height: 1.3; }
  .address { align-self: start; color: var(--soft); font-size: .875rem; line-height: 1.4; }
  .address em { color: var(--warn); font-style: normal; white-space: nowrap; }
  summary { display: flex; align-items: center; gap: .875rem; min-height: 3.25rem; padding-inline: .5rem; font-weight: 600; cursor: pointer; list-style: none; }
  summary::-webkit-details-marker { display: none; }
  summary::before { content: "+"; display: grid; place-items: center; width: 2.5rem; color: var(--accent); font-size: 1.5rem; font-weight: 400; line-height: 1; }
  details[open] summary::before { content: "\\2212"; }
  summary:hover { background: var(--wash); }
  .somebody { display: grid; gap: .875rem; padding: .25rem .5rem 1.25rem; border-bottom: 1px solid var(--line); }
  label { display: grid; gap: .25rem; font-weight: 600; }
  label.check { grid-template-columns: auto 1fr; align-items: center; gap: .75rem; min-height: 2.75rem; font-weight: 400; }
  input:not([type=checkbox]) { width: 100%; min-height: 2.75rem; padding: 0 .75rem; border: 1px solid var(--soft); border-radius: 10px; background: transparent; color: inherit; font: inherit; }
  input[type=checkbox] { width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); }
  .main { background: var(--accent); color: var(--on-accent); font-weight: 600; }
  .cancel { margin-top: 1rem; color: var(--soft); font-weight: 600; }
  .cancel:hover { color: var(--ink); }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  .person:focus-visible, summary:focus-visible { outline-offset: -3px; }
`;

/** An icon of an identity card. */
const mark =
  '<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 1h14a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4V5a4 4 0 0 1 4-4Zm7 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Zm0 8.6c-3.6 0-6 1.9-6 3.9h12c0-2-2.4-3.9-6-3.9Z"/></svg>';

/** The page on which the user chooses an account and consents. The forms post to the URL of the page. */
export function consentPage({ provider, app, people }: Asked): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sign in with ${escapeHtml(provider)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
${mark}
<h1>Sign in with ${escapeHtml(provider)}</h1>
<p><b>${escapeHtml(app)}</b> will receive your name and email address. All accounts here are test data: choose any.</p>
<form method="post">
<ul>
${people.map(personButton).join("\n")}
</ul>
</form>
<details>
<summary>Another user</summary>
<form class="somebody" method="post">
<label>Name<input name="name" required maxlength="80" autocomplete="off"></label>
<label>Email<input name="email" type="email" required maxlength="120" autocomplete="off"></label>
<label class="check"><input name="email_verified" type="checkbox" value="true" checked>The provider has verified this address</label>
<button class="main">Continue</button>
</form>
</details>
<form method="post"><button class="cancel" name="decision" value="deny">Cancel</button></form>
</main>
</body>
</html>
`;
}

const personButton = ({ subject, name, email, emailVerified }: Person): string =>
  `<li><button class="person" name="subject" value="${escapeHtml(subject)}">` +
  `<span class="face" aria-hidden="true">${escapeHtml(initials(name))}</span>` +
  `<span class="name">${escapeHtml(name)}</span>` +
  `<span class="address">${escapeHtml(email ?? "no address")}${email !== null && !emailVerified ? " <em>not verified</em>" : ""}</span>` +
  `</button></li>`;

const initials = (name: string): string => {
  const words = name.split(" ").map(([first = ""]) => first);
  return `${words[0] ?? ""}${words.length > 1 ? words.at(-1) : ""}`;
};

/** The page that posts the callback as a form, as Apple does. */
export function formPostPage(redirectUri: string, parameters: URLSearchParams): string {
  const fields = [...parameters].map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<!DOCTYPE html><html lang="en"><title>Continue</title><body onload="document.forms[0].submit()">
<form method="post" action="${escapeHtml(redirectUri)}">${fields.join("")}<button>Continue</button></form></body></html>`;
}
