import type { Settings } from "../contract/config.js";
import { type PageOutcome, page } from "../contract/outcome.js";
import { escapeHtml } from "./escape.js";
import { htmlPage } from "./html-page.js";

/** What a user is asked before something changes. All of it is text, not HTML. */
export interface Question {
  readonly heading: string;
  readonly explanation: string;
  readonly button: string;
  /** The button destroys something. */
  readonly isDangerous?: boolean;
  /** The words of a link back to the app. Default: there is none. */
  readonly cancel?: string;
  /** The path of the POST, below `basePath`. */
  readonly path: string;
  /** What the POST gets; undefined fields stay away. */
  readonly fields: { readonly token: string; readonly callbackURL: string | undefined };
}

type PageSettings = Pick<Settings, "origin" | "basePath">;

/** A page with one button, which posts a form. It needs no script. */
export function confirmPage(settings: PageSettings, question: Question): PageOutcome {
  const { heading, explanation, button, isDangerous = false, cancel, path, fields } = question;
  const inputs = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`<input type="hidden" name="${name}" value="${escapeHtml(value)}">\n`],
  );
  const html = htmlPage(
    heading,
    `<p>${escapeHtml(explanation)}</p>
<form method="post" action="${escapeHtml(settings.basePath + path)}">
${inputs.join("")}<button${isDangerous ? ' class="danger"' : ""}>${escapeHtml(button)}</button>
${cancel === undefined ? "" : `<a class="cancel" href="${escapeHtml(settings.origin)}/">${escapeHtml(cancel)}</a>\n`}</form>`,
  );
  return { ...page(html), formTargets: formTargets(settings, fields.callbackURL) };
}

/**
 * Chrome applies `form-action` to every redirect after the post, those of the app's own pages too. So any https page may
 * follow, and what the scheme of the checked `callbackURL` opens.
 */
function formTargets({ origin }: PageSettings, callbackURL = "/"): readonly string[] {
  return [...new Set(["'self'", "https:", new URL(origin).protocol, new URL(callbackURL, origin).protocol])];
}

/** A page that says what has happened, and leads back to the app. */
export function donePage(
  { origin }: PageSettings,
  { heading, explanation }: Pick<Question, "heading" | "explanation">,
  cookies: readonly string[],
): PageOutcome {
  const link = `<a href="${escapeHtml(origin)}/">Continue</a>`;
  return page(htmlPage(heading, `<p>${escapeHtml(explanation)}</p>\n${link}`), cookies);
}
